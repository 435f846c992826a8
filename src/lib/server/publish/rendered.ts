/** A page to render, with the fingerprint of what lies on disk, if anything does, and what it is made for. */
export type RenderTask = { path: string; fingerprint: string | undefined; stamp: string }

/** Asks a thread that has just started to make itself ready; there is no answer. */
export const WARM_UP = 'warmUp'

/**
 * What a page read, as it is recorded: its two dozen names as one text, which a thread keeps until the whole batch is
 * rendered, and hands over faster than each by itself.
 */
export const readsText = (names: Iterable<string>): string => [...names].join('|')

export const namesIn = (reads: string): string[] => (reads === '' ? [] : reads.split('|'))

export type Rendered =
  | { path: string; status: 'written' | 'unchanged'; fingerprint: string; reads: string }
  | { path: string; status: 'gone' }
  | { path: string; status: 'failed'; reason: string; reads?: string }

/** What a renderer needs to know of the shop. */
export type RenderSettings = {
  siteDir: string
  origin: string
  productGate: 'open' | 'redirect'
  cartGate: 'open' | 'signin'
}

/** A page to render, the fingerprint of its file if it has one, and what it is made for. */
export type RenderTask = { path: string; fingerprint: string | undefined; stamp: string }

/** Tells a thread that has just started to get ready; there is no answer. */
export const WARM_UP = 'warmUp'

/**
 * The names that a page read, as they are recorded: joined to one text, which a thread keeps until the whole
 * batch is rendered, and hands over faster than two dozen single names.
 */
export const readsText = (names: Iterable<string>): string => [...names].join('|')

/** The names in a text made by `readsText`. */
export const namesIn = (reads: string): string[] => (reads === '' ? [] : reads.split('|'))

export type Rendered =
  | { path: string; status: 'written' | 'unchanged'; fingerprint: string; reads: string }
  | { path: string; status: 'gone' }
  | { path: string; status: 'failed'; reason: string; reads?: string }

/** What a renderer needs to know about the shop. */
export type RenderSettings = {
  siteDir: string
  origin: string
  productGate: 'open' | 'redirect'
  cartGate: 'open' | 'signin'
}

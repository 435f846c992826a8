/** A page to render, with the fingerprint of what lies on disk, if anything does, and what it is made for. */
export type Task = { path: string; fingerprint: string | undefined; stamp: string }

/** Asks a thread that has just started to make itself ready; there is no answer. */
export const REHEARSE = 'rehearse'

export type Rendered =
  | { path: string; status: 'written' | 'unchanged'; fingerprint: string; reads: string[] }
  | { path: string; status: 'gone' }
  | { path: string; status: 'failed'; reason: string; reads?: string[] }

/** What a renderer needs to know of the shop. */
export type RenderSettings = {
  siteDir: string
  origin: string
  productGate: 'open' | 'redirect'
  cartGate: 'open' | 'signin'
}

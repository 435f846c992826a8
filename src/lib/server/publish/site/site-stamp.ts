import { hash } from 'node:crypto'
import { folderMarks } from '#lib/server/publish/files/folder-mark.ts'

/** What pages are made for: in full, as recorded for the site, and shortened, as recorded for each page. */
export type Stamp = { site: string; page: string }

type Address = { origin: string; productGate: string; cartGate: string }

/** The stamp for pages made now: those of another build, address, gate or year are all stale. */
export function stampOf(
  build: string,
  { origin, productGate, cartGate }: Address,
  year: string,
): Stamp {
  const site = `${build} ${origin} ${productGate} ${cartGate} ${year}`
  return { site, page: hash('sha1', site, 'base64url').slice(0, 10) }
}

/** Whether all pages were made for this stamp, and lie in the folder that was written then. */
export function isFullyPublished(siteDir: string, recorded: string, { site }: Stamp): boolean {
  const [mark = ''] = recorded.split(' ').slice(-1)
  return recorded === `${site} ${mark}` && folderMarks(siteDir).includes(mark)
}

/** In place of a build: pages of several builds or gates lie in the folder. */
const BEGUN = 'begun:'

/** The record of a folder in which a publish for this stamp has begun: for none are all of its pages made. */
export const asBegun = (recorded: string, { page }: Stamp): string =>
  recorded.replace(/^[^ ]+/, BEGUN + page)

/** Whether a publish has begun in the folder that did not end; or one for exactly this stamp. */
export const isBegun = (recorded: string, stamp?: Stamp): boolean =>
  recorded.startsWith(stamp ? `${BEGUN}${stamp.page} ` : BEGUN)

/**
 * Whether the site was recorded for another address or product gate. Pages of another cart gate may be shown
 * until they are published again: the server enforces the gate, whatever they say.
 */
export function isForOtherAddress(recorded: string, ours: Address): boolean {
  const [, origin, productGate] = recorded.split(' ')
  return recorded !== '' && (origin !== ours.origin || productGate !== ours.productGate)
}

/**
 * The server decides the address of the shop: a command without its settings would write other addresses into
 * every page.
 * @throws when the pages are made for another address or gate
 */
export function refuseOthers(recorded: string, ours: Address): void {
  const [, origin, productGate, cartGate = ''] = recorded.split(' ')
  // Older builds did not record it.
  const isOtherCart = ['open', 'signin'].includes(cartGate) && cartGate !== ours.cartGate
  if (!isOtherCart && !isForOtherAddress(recorded, ours)) return
  throw new Error(
    `the pages are published for ${origin} with PRODUCT_GATE=${productGate}${isOtherCart ? ` and CART_GATE=${cartGate}` : ''}, not for ${ours.origin} with ${ours.productGate}${isOtherCart ? ` and ${ours.cartGate}` : ''}. Give the command the settings of the server.`,
  )
}

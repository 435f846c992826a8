import { atom } from 'nanostores'
import type { Look } from '#lib/cart/cart-changes.ts'
import type { QuickView } from '#lib/catalogue/product-view-schema.ts'
import { stepBack } from '#lib/browser/step-back.ts'
import { productPath } from '#lib/catalogue/variant.ts'
import { loadProduct } from './products.ts'
import { askToLogin } from './session.ts'

/** What the quick view shows of a product: first what its card had, then all of it. */
type Quick = { id: string; glance: Look | undefined } & (
  { status: 'awaited' | 'failed' } | { status: 'shown'; found: QuickView }
)

/** The quick view's content, undefined while it is closed (S-118). */
export const $quickView = atom<Quick | undefined>(undefined)

let asking = new AbortController()

/** Wait in milliseconds before a shop is asked again whose answer did not come (S-203). */
const RETRY_MS = 30_000

const nextTry = () =>
  new Promise((resolve) => {
    setTimeout(resolve, RETRY_MS)
    addEventListener('online', resolve, { once: true })
  })

/** Opens it on a product, or fetches the same one again. */
export async function showQuickView(id: string, glance?: Look): Promise<void> {
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  $quickView.set({ id, glance, status: 'awaited' })
  const load = () => loadProduct(id, signal, () => void askFirst(id))
  let found = await load()
  if (signal.aborted) return
  $quickView.set(found ? { id, glance, status: 'shown', found } : { id, glance, status: 'failed' })
  // A stored copy is shown until the shop itself answers (I6).
  while (found?.isKept && !signal.aborted) {
    await nextTry()
    found = (await load()) ?? found
    if (!signal.aborted) $quickView.set({ id, glance, status: 'shown', found })
  }
}

/** Closes it and asks to sign in, which leads to the product's page (S-138). */
async function askFirst(id: string): Promise<void> {
  closeQuickView()
  // Leaving during the step back would cancel it: Back from the sign-in would lead to the product.
  await takeAddressBack()
  askToLogin(productPath(id))
}

/** Closes it and takes its address back. */
export function leaveQuickView(): void {
  closeQuickView()
  void takeAddressBack()
}

async function takeAddressBack(): Promise<void> {
  if (Object(history.state).quick) await stepBack()
}

/** Closes it, and cancels a running fetch. */
export function closeQuickView(): void {
  asking.abort()
  $quickView.set(undefined)
}

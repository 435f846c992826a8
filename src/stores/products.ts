import * as z from 'zod/mini'
import { get } from '#lib/api-client.ts'
import {
  type ProductView,
  type QuickView,
  quickViewSchema,
} from '#lib/catalogue/product-view-schema.ts'
import { formatPaise } from '#lib/money.ts'
import { priceMessages } from '#lib/texts/browser/price-news.ts'
import { $knownProducts } from './known-products.ts'
import { showAlert } from './toast.ts'

const signedOutSchema = z.object({ code: z.literal('signedOut') })

/**
 * Fetches a product as it is now.
 * @param onSignedOut called if the shop shows it to the signed-in alone
 * @returns undefined if it cannot be had
 */
export async function loadProduct(
  id: string,
  signal?: AbortSignal,
  onSignedOut?: () => void,
): Promise<QuickView | undefined> {
  const answer = await get(`/quick/${encodeURIComponent(id)}`, signal ? { signal } : {})
  if (signedOutSchema.safeParse(answer).success) onSignedOut?.()
  const found = quickViewSchema.safeParse(answer)
  // A copy stored by the service worker may have an old price.
  if (found.success && !found.data.isKept) $knownProducts.setKey(id, found.data.product)
  return found.success ? found.data : undefined
}

/** Fetches the current price, and shows an alert if it differs from the page's or is gone (I6). */
export async function alertIfPriceChanged(shown: ProductView, label: string): Promise<void> {
  if (!navigator.onLine) return
  const found = await loadProduct(shown.id)
  if (!found || found.isKept) return
  const [before, now] = [shown, found.product].map(
    ({ packs }) => packs.find((pack) => pack.label === label)?.pricePaise,
  )
  if (before === undefined || before === now) return
  if (now === undefined) return showAlert(priceMessages.packGone(label), 'error')
  showAlert(priceMessages.priceChanged(formatPaise(before), formatPaise(now)))
}

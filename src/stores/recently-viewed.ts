import { persistentAtom } from '@nanostores/persistent'
import {
  decodeViewed,
  NONE_VIEWED,
  type Viewed,
  withViewed,
} from '#lib/catalogue/recently-viewed.ts'
import { RECENTLY_VIEWED_KEY } from '#lib/browser/storage-keys.ts'

/** Products viewed in this browser, latest first; never sent anywhere. */
export const $viewed = persistentAtom<readonly Viewed[]>(RECENTLY_VIEWED_KEY, NONE_VIEWED, {
  encode: JSON.stringify,
  decode: decodeViewed,
})

/** Puts a product first in the list of those viewed. */
export function rememberViewed(product: Viewed): void {
  $viewed.set(withViewed($viewed.get(), product))
}

import { persistentAtom } from '@nanostores/persistent'
import {
  decodeViewed,
  NONE_VIEWED,
  type Viewed,
  withViewed,
} from '#lib/catalogue/recently-viewed.ts'
import { RECENTLY_VIEWED_KEY } from '#lib/browser/storage-keys.ts'

/** What was looked at in this browser, last first; it never leaves it. */
export const $viewed = persistentAtom<readonly Viewed[]>(RECENTLY_VIEWED_KEY, NONE_VIEWED, {
  encode: JSON.stringify,
  decode: decodeViewed,
})

export function rememberViewed(product: Viewed): void {
  $viewed.set(withViewed($viewed.get(), product))
}

import { persistentMap } from '@nanostores/persistent'
import { computed } from 'nanostores'
import { type Change, decodeChange, type Wanted } from '#lib/cart/cart-changes.ts'
import { $user } from './session.ts'

/**
 * What the server has not confirmed, each under a key of its own: tabs that add and remove at the
 * same moment never write over each other's. The keys say the order.
 */
const $stored = persistentMap<Record<string, Change | undefined>>(
  'change:',
  {},
  { encode: JSON.stringify, decode: decodeChange },
)

let lastTime = 0

/** The changes of whoever is signed in, in the order in which they were made. */
export const $changes = computed([$stored, $user], (stored, user) =>
  Object.entries(stored)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, change]) => (change && change.userid === user?.userid ? [change] : [])),
)

/**
 * Keeps a change until it is confirmed, beyond the closing of the page.
 * @throws when the browser's storage is full
 */
export function keepChange(wanted: Wanted): Change {
  const change: Change = { ...wanted, key: crypto.randomUUID(), userid: $user.get()?.userid ?? '' }
  lastTime = Math.max(lastTime + 1, Date.now())
  $stored.setKey(`${lastTime}-${change.key}`, change)
  return change
}

/** Forgets a change that the server has answered. */
export function dropChange({ key }: Change): void {
  const name = Object.keys($stored.get()).find((one) => one.endsWith(key))
  if (name) $stored.setKey(name, undefined)
}

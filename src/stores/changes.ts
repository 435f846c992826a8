import { persistentMap } from '@nanostores/persistent'
import { computed } from 'nanostores'
import { type Change, decodeChange, type Wanted } from '#lib/cart/cart-changes.ts'
import { GUEST } from '#lib/account/session.ts'
import { CHANGE_KEYS } from '#lib/storage-keys.ts'
import { $owner } from './session.ts'

/**
 * What the server has not confirmed, each under a key of its own: tabs that add and remove at the
 * same moment never write over each other's. The keys say the order.
 */
const $stored = persistentMap<Record<string, Change | undefined>>(
  CHANGE_KEYS,
  {},
  { encode: JSON.stringify, decode: decodeChange },
)

let lastTime = 0

/** The waits between them add up to a quarter of an hour. */
const MOST_FAULTS = 6
/** The shop knows a key for 30 days (idempotency.ts). */
const MOST_AGE_MS = 29 * 86_400_000

/** Whether a change is the owner's to send; what a visitor did goes along into the account. */
export function isOwn({ userid }: Pick<Change, 'userid'>): boolean {
  const owner = $owner.get()
  return owner !== undefined && (userid === owner || userid === GUEST)
}

/** The changes of whoever shops here, in the order in which they were made. */
export const $changes = computed([$stored, $owner], (stored) =>
  Object.entries(stored)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, change]) => (change && isOwn(change) ? [change] : [])),
)

/**
 * Keeps a change until it is confirmed, beyond the closing of the page.
 * @throws when the browser's storage is full
 */
export function keepChange(wanted: Wanted): Change {
  const change: Change = { ...wanted, key: crypto.randomUUID(), userid: $owner.get() ?? '' }
  lastTime = Math.max(lastTime + 1, Date.now())
  $stored.setKey(`${lastTime}-${change.key}`, change)
  return change
}

/** Forgets a change that the server has answered, under whatever name it lies there. */
export function dropChange({ key }: Pick<Change, 'key'>): void {
  for (const [name, change] of Object.entries($stored.get())) {
    if (change?.key === key) $stored.setKey(name, undefined)
  }
}

/** Notes that the shop failed over a change. @returns whether it is worth another try */
export function noteFault(change: Change): boolean {
  const faults = (change.faults ?? 0) + 1
  if (faults >= MOST_FAULTS) return false
  for (const [name, kept] of Object.entries($stored.get())) {
    if (kept?.key === change.key) $stored.setKey(name, { ...kept, faults })
  }
  return true
}

/**
 * Forgets what can't be sent any more: what is not a change, and what is so old that the shop would not
 * know a repeat for one. @returns how many there were
 */
export function dropDead(now = Date.now()): number {
  const dead = Object.entries($stored.get()).filter(
    ([name, change]) => !change || !(Number.parseInt(name, 10) > now - MOST_AGE_MS),
  )
  for (const [name] of dead) $stored.setKey(name, undefined)
  return dead.length
}

import { persistentMap } from '@nanostores/persistent'
import { computed } from 'nanostores'
import { type Change, decodeChange } from '#lib/cart/cart-changes.ts'
import { GUEST } from '#lib/account/session.ts'
import { CHANGE_KEYS } from '#lib/browser/storage-keys.ts'
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
const MAX_FAULTS = 6
/** The shop knows a key for 30 days (idempotency.ts). */
const MAX_AGE_MS = 29 * 86_400_000

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
export function keepChange(change: Change): void {
  // A clock that was set back does not put it before what was done earlier.
  const times = Object.keys($stored.get()).map((name) => Number.parseInt(name, 10) || 0)
  lastTime = Math.max(lastTime, Date.now() - 1, ...times) + 1
  $stored.setKey(`${lastTime}-${change.key}`, change)
}

/**
 * Gives what a visitor did to the account that it is sent for: should the session end before its answer is
 * heard, its repeat waits for the account, and begins no other cart (G02).
 */
export function claimChange(change: Change, userid: string): Change {
  rewrite(change, { userid })
  return { ...change, userid }
}

/** Gives a change other fields, under whatever name it lies there; or takes it away. */
function rewrite(
  { key }: Pick<Change, 'key'>,
  fields?: Partial<Pick<Change, 'userid' | 'faults'>>,
): void {
  for (const [name, kept] of Object.entries($stored.get())) {
    if (kept?.key === key) $stored.setKey(name, fields && { ...kept, ...fields })
  }
}

/** Forgets a change that the server has answered. */
export function dropChange(change: Pick<Change, 'key'>): void {
  rewrite(change)
}

/** Notes that the shop failed over a change. @returns whether it is worth another try */
export function noteFault(change: Change): boolean {
  const faults = (change.faults ?? 0) + 1
  if (faults >= MAX_FAULTS) return false
  rewrite(change, { faults })
  return true
}

/**
 * Forgets what can't be sent any more: what is not a change, and what is so old that the shop would not
 * know a repeat for one. @returns how many there were
 */
export function dropDead(): number {
  const dead = Object.entries($stored.get()).filter(
    ([name, change]) => !change || !(Number.parseInt(name, 10) > Date.now() - MAX_AGE_MS),
  )
  for (const [name] of dead) $stored.setKey(name, undefined)
  return dead.length
}

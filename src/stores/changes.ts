import { persistentMap } from '@nanostores/persistent'
import { computed } from 'nanostores'
import { type Change, decodeChange } from '#lib/cart/cart-changes.ts'
import { GUEST } from '#lib/account/session.ts'
import { CHANGE_KEYS } from '#lib/browser/storage-keys.ts'
import { $owner } from './session.ts'

/**
 * Changes that the server has not confirmed. Each has a storage key of its own, so that tabs never
 * overwrite each other's; the keys sort by time.
 */
const $stored = persistentMap<Record<string, Change | undefined>>(
  CHANGE_KEYS,
  {},
  { encode: JSON.stringify, decode: decodeChange },
)

let lastTime = 0

/**
 * So many server faults and a change is given up; the waits between the tries add up to a quarter
 * of an hour.
 */
const MAX_FAULTS = 6
/**
 * One day less than the server remembers keys for at most; of many it forgets the older ones before
 * (idempotency.ts).
 */
const MAX_AGE_MS = 29 * 86_400_000

/**
 * Whether the current owner may send a change: their own, or a visitor's, which goes into the
 * account.
 */
export function maySend({ userid }: Pick<Change, 'userid'>): boolean {
  const owner = $owner.get()
  return owner !== undefined && (userid === owner || userid === GUEST)
}

/** Takes over what this page itself has stored without this store (wake/count-units.ts). */
export function rereadChanges(): void {
  for (const [key, newValue] of Object.entries<string>(localStorage))
    if (key.startsWith(CHANGE_KEYS)) dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

/** The current owner's changes, oldest first. */
export const $changes = computed([$stored, $owner], (stored) =>
  Object.entries(stored)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, change]) => (change && maySend(change) ? [change] : [])),
)

/**
 * Stores a change until it is confirmed, even if the page is closed.
 * @throws if the browser's storage is full
 */
export function keepChange(change: Change): void {
  // Keeps the order even if the clock was set back.
  const times = Object.keys($stored.get()).map((name) => Number.parseInt(name, 10) || 0)
  lastTime = Math.max(lastTime, Date.now() - 1, ...times) + 1
  $stored.setKey(`${lastTime}-${change.key}`, change)
}

/**
 * Assigns a visitor's change to the account it is sent for. If the session ends before the answer
 * arrives, the retry waits for that account instead of starting another cart (G02).
 */
export function claimChange(change: Change, userid: string): Change {
  rewrite(change, { userid })
  return { ...change, userid }
}

/** Updates a stored change, whatever its storage key, or deletes it if `fields` is missing. */
function rewrite(
  { key }: Pick<Change, 'key'>,
  fields?: Partial<Pick<Change, 'userid' | 'faults' | 'sentAt'>>,
): void {
  for (const [name, kept] of Object.entries($stored.get())) {
    if (kept?.key !== key) continue
    try {
      $stored.setKey(name, fields && { ...kept, ...fields })
    } catch {
      // Storage is full: it is sent as it was stored.
    }
  }
}

/** Deletes a change that the server has answered. */
export function dropChange(change: Pick<Change, 'key'>): void {
  rewrite(change)
}

/** Faults of this page by a change's key, in case storage is full. */
const faulty = new Map<string, number>()

/**
 * Counts a server fault over a change.
 * @returns whether another try is worthwhile
 */
export function noteFault(change: Change): boolean {
  const { key } = change
  const faults = Math.max(change.faults ?? 0, faulty.get(key) ?? 0) + 1
  faulty.set(key, faults)
  if (faults >= MAX_FAULTS) return false
  rewrite(change, { faults })
  return true
}

/** Notes when a change is sent for the first time. */
export function noteSent(change: Change): void {
  if (change.sentAt === 0) rewrite(change, { sentAt: Date.now() })
}

/**
 * Deletes entries that cannot be sent any more: unreadable ones, and those first sent so long ago
 * that the server would not recognize a repeat. What was never sent has no age: the clock by which
 * it is named may have been wrong. Older entries without a mark go by their name.
 * @returns how many there were
 */
export function dropDead(): number {
  const dead = Object.entries($stored.get()).filter(([name, change]) => {
    if (!change || change.sentAt === 0) return !change
    return !((change.sentAt ?? Number.parseInt(name, 10)) > Date.now() - MAX_AGE_MS)
  })
  for (const [name] of dead) $stored.setKey(name, undefined)
  return dead.length
}

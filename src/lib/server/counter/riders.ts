import { type RawBuilder, sql } from 'kysely'
import { foldLetters } from '#lib/fold-letters.ts'
import { folded } from '#lib/server/database/folded.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { DAY_MS } from '#lib/server/durations.ts'

/**
 * The same for all ways in which a rider's name is typed: a phone begins it with a capital, adds a space, or has no
 * accents.
 */
export const riderKey = (name: string): string => foldLetters(name.trim())

/**
 * The condition that an order has this rider, whose name has the same `riderKey`, or is the same: PostgreSQL may know
 * no letters beyond ASCII (folded.ts).
 */
export const isOfRider = (db: Db, rider: string): RawBuilder<boolean> =>
  sql<boolean>`(${folded(db, sql`trim(rider)`)} = ${riderKey(rider)} or trim(rider) = ${rider.trim()})`

const KNOWN_DAYS = 30

/** The riders of the orders and money of the last thirty days, each as they were last spelled, in the order of their names. */
export async function findRiders(db: Db, now: number): Promise<string[]> {
  const since = now - KNOWN_DAYS * DAY_MS
  const rows = await db
    .selectFrom('orders')
    .select((eb) => ['rider', eb.fn.max('created_at').as('at')])
    .where('created_at', '>=', since)
    .groupBy('rider')
    .unionAll(
      db
        .selectFrom('cash_entry')
        .select((eb) => ['rider', eb.fn.max('created_at').as('at')])
        .where('created_at', '>=', since)
        .where('undone_at', 'is', null)
        .groupBy('rider'),
    )
    .execute()
  const spellings = rows.toSorted((a, b) => Number(a.at) - Number(b.at))
  const names = new Map(spellings.map(({ rider }) => [riderKey(rider), rider.trim()]))
  names.delete('')
  return [...names.values()].toSorted((a, b) => a.localeCompare(b))
}

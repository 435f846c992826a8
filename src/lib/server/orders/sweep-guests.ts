import { type ExpressionBuilder, sql } from 'kysely'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import { GUEST_KEPT_MS } from '#lib/server/shopper/guests/guest-cookie.ts'
import { ANONYMISED, isLeftOver } from './forget-buyer.ts'

/** A cart of up to 50 lines and all its dependents goes with each guest; more at a time would hold others up. */
export const GUESTS_AT_ONCE = 25

/** The guest up to whom others were looked at, from who has been away for longest. */
type Reached = { seen_at: number; user_id: string }

/**
 * Looks at the next of the guests who have not returned for 90 days: who has bought nothing is deleted, with name and
 * address of their attempts; who has, loses cart and wishlist alone. Only then does it lock others out, as those who
 * have bought stay for ever.
 * @returns how far it came; undefined at the end
 */
export async function sweepGuests(
  db: Db,
  now: number,
  { seen_at, user_id }: Reached = { seen_at: 0, user_id: '' },
): Promise<Reached | undefined> {
  const guests = await db
    .selectFrom('guest')
    .select(['user_id', 'seen_at'])
    .select((eb) => eb.case().when(isDue(eb)).then(1).else(0).end().as('is_due'))
    .where('seen_at', '<', now - GUEST_KEPT_MS)
    .where(sql<boolean>`(seen_at, user_id) > (${seen_at}, ${user_id})`)
    .orderBy('seen_at')
    .orderBy('user_id')
    .limit(GUESTS_AT_ONCE)
    .execute()
  const due = guests.flatMap((guest) => (guest.is_due === 1 ? [guest.user_id] : []))
  if (due.length > 0) {
    await inTransaction(db, async (trx) => {
      await removeCarts(trx, due, now)
      return { ok: true, value: undefined }
    })
  }
  return guests.at(-1)
}

async function removeCarts(trx: Trx, due: readonly string[], now: number): Promise<void> {
  // They may have come back meanwhile.
  const away = await trx
    .selectFrom('guest')
    .select('user_id')
    .select((eb) => eb.case().when(hasBought(eb)).then(1).else(0).end().as('has_bought'))
    .where('user_id', 'in', due)
    .where('seen_at', '<', now - GUEST_KEPT_MS)
    .execute()
  const ids = away.map(({ user_id }) => user_id)
  if (ids.length === 0) return
  for (const table of ['cart_item', 'wishlist_item'] as const) {
    await trx.deleteFrom(table).where('user_id', 'in', ids).execute()
  }
  const gone = away.flatMap((guest) => (guest.has_bought === 1 ? [] : [guest.user_id]))
  if (gone.length === 0) return
  await trx
    .updateTable('attempt')
    .set({ ...ANONYMISED, address_block: null })
    .where('user_id', 'in', gone)
    .execute()
  await trx.deleteFrom('user').where('id', 'in', gone).execute()
}

type Guests = ExpressionBuilder<Database, 'guest'>

/** Whether there is something to remove of a guest. */
const isDue = (eb: Guests) =>
  eb.or([
    eb.not(hasBought(eb)),
    ...(['cart_item', 'wishlist_item'] as const).map((table) =>
      eb.exists(
        eb
          .selectFrom(table)
          .select(`${table}.id`)
          .whereRef(`${table}.user_id`, '=', 'guest.user_id'),
      ),
    ),
  ])

/** Whether an attempt of a guest became an order or still may, or a refund of it is outstanding. */
const hasBought = (eb: Guests) =>
  eb.exists(
    eb
      .selectFrom('attempt')
      .select('attempt.id')
      .whereRef('attempt.user_id', '=', 'guest.user_id')
      .where((own) =>
        own.or([
          own('attempt.state', '<>', 'closed'),
          own('attempt.outcome', 'is', null),
          own.not(isLeftOver(own)),
        ]),
      ),
  )

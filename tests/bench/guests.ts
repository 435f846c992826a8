import { MS, withBudget } from './budget.ts'
import { sql } from 'kysely'
import { inTransaction } from '#lib/server/database/database.ts'
import { hashGuestToken } from '#lib/server/shopper/guests/guest-cookie.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { GUESTS_AT_ONCE, sweepGuests } from '#lib/server/orders/sweep-guests.ts'
import { fillCart, measureCart, wordsOf } from './cart.ts'
import { importedShop } from './imported-shop.ts'
import { startShop, stop, untilQuiet } from './running-shop.ts'
import { type BenchShop, median } from './shop.ts'

const PORT = 4382
const BATCH = 500
/**
 * The longest that one transaction may keep others from writing; the limit of one request
 * (docs/architecture.md).
 */
const LONGEST_MS = 100
const DAY_MS = 24 * 3600_000

/**
 * Times a guest's cart of 50 lines over HTTP, alone and beside N abandoned carts, and then the
 * removal of those.
 */
export async function benchGuests(count = 100_000): Promise<void> {
  await using shop = await importedShop(3000)
  const { id, token } = await openGuest(shop.db)
  await fillCart(shop.db, id)
  const server = await startShop(shop.settings.dataDir, PORT)
  await untilQuiet(server)
  console.log(`A guest's cart: ${wordsOf(await measureCart(PORT, `guest=${token}`))}`)
  await leaveCarts(shop, count)
  console.log(`Beside ${count} left: ${wordsOf(await measureCart(PORT, `guest=${token}`))}`)
  await stop(server)
  const times: number[] = []
  let reached: Awaited<ReturnType<typeof sweepGuests>>
  do {
    const start = performance.now()
    reached = await sweepGuests(shop.db, Date.now() + DAY_MS, reached)
    times.push(performance.now() - start)
  } while (reached)
  const left = shop.db.selectFrom('guest').select('user_id').where('user_id', 'like', 'left-%')
  const stayed = await left.limit(1).execute()
  if (stayed.length > 0) throw new Error('Guests who left stay')
  const worst = withBudget(Math.max(...times), { most: LONGEST_MS }, MS)
  const each = median(times).toFixed(0)
  console.log(
    `Removed ${GUESTS_AT_ONCE} at a time: median ${each} ms, worst ${worst} a transaction`,
  )
}

/** Adds abandoned carts with three lines each, last changed 90 days ago. */
async function leaveCarts({ db }: BenchShop, count: number): Promise<void> {
  const products = await db.selectFrom('product').select('id').limit(3).execute()
  const seen_at = Date.now() - 90 * DAY_MS
  const time = new Date(seen_at)
  const user = { name: '', email_verified: false, image: null, phone: '' }
  const times = { created_at: time, updated_at: time }
  const line = { choice: '', quantity: 1, seen_price_paise: 100 }
  for (let first = 0; first < count; first += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, at) => `left-${first + at}`)
    await inTransaction(db, async (trx) => {
      const users = ids.map((id) => ({ id, ...user, email: `guest ${id}`, ...times }))
      await trx.insertInto('user').values(users).execute()
      const guests = ids.map((id) => ({ user_id: id, hash: hashGuestToken(id), seen_at }))
      await trx.insertInto('guest').values(guests).execute()
      await trx
        .insertInto('cart')
        .values(ids.map((user_id) => ({ user_id, revision: 1 })))
        .execute()
      const lines = ids.flatMap((user_id) =>
        products.map(({ id: product_id }) => ({
          ...{ id: `${user_id} ${product_id}`, user_id, product_id, ...line },
          ...{ created_at: seen_at, changed_at: seen_at },
        })),
      )
      await trx.insertInto('cart_item').values(lines).execute()
      return { ok: true, value: undefined }
    })
  }
  await sql`analyze`.execute(db)
}

import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { RazorpayStandIn } from '#tests/razorpay/stand-in.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { audit, type Books, countOpen, settle } from './books.ts'
import { Fleet } from './fleet.ts'
import { buy, HOLD_MS, priceOf, PRODUCTS } from './shopper.ts'

const TELL_MS = 10_000

type Options = {
  url: string
  db: Kysely<Database>
  dataDir: string
  servers: number
  /** At least so many checkouts, and on until there were that many kills. */
  count: number
  leastKills: number
  /** How many buy at a time. */
  shoppers: number
  answersPerLife: number
  onProgress?: (line: string) => void
}

/**
 * Buys at least `count` times from servers that are killed by -9 at random moments and at each step, with
 * callbacks and webhooks that are lost, doubled and swapped; then compares the books (I1 to I5).
 */
export async function crash(
  options: Options,
): Promise<Books & { checkouts: number; kills: number }> {
  const { url, db, dataDir, servers, count, leastKills, shoppers, answersPerLife } = options
  await using standIn = await RazorpayStandIn.open()
  const start = Math.ceil((count * 0.6) / PRODUCTS)
  await stockUp(db, start)
  const args = [url, standIn.url, dataDir, String(HOLD_MS)]
  const fleet = new Fleet({ servers, answersPerLife, args, dataDir })
  let next = 0
  let done = 0
  let isOver = false
  const tell = (text: string) =>
    options.onProgress?.(`${done} of ${count} bought, ${fleet.kills} kills; open: ${text}`)
  const telling = setInterval(() => {
    countOpen(db, standIn).then(
      (open) => tell(JSON.stringify(open)),
      () => {},
    )
  }, TELL_MS)
  try {
    await fleet.start()
    const shopper = async () => {
      while (!isOver && (next < count || fleet.kills < leastKills)) {
        await buy({ db, standIn, fleet }, `buyer-${next++}`)
        done++
      }
    }
    await Promise.all(Array.from({ length: shoppers }, shopper))
    clearInterval(telling)
    fleet.spare()
    await settle(db, standIn, tell)
    const books = await audit(db, dataDir, standIn, start)
    return { checkouts: done, kills: fleet.kills, ...books }
  } finally {
    clearInterval(telling)
    // Shoppers that are left after a fault have nobody to ask any more.
    isOver = true
    await fleet.stop()
  }
}

async function stockUp(db: Kysely<Database>, stock: number): Promise<void> {
  const rows = Array.from({ length: PRODUCTS }, (_, at) =>
    productRow({ number: at + 1, id: `p${at}`, price_paise: priceOf(at), stock }),
  )
  await fill(db, ['staples'], rows)
  const json = JSON.stringify({ name: 'Crash Stores' })
  await db.insertInto('shop').values({ id: 1, json }).execute()
}

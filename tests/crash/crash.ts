import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseBusy } from '#lib/server/database/database.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { RazorpayStandIn } from '#tests/razorpay/stand-in.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { audit, type Books, countOpen, settle } from './books.ts'
import { Fleet } from './fleet.ts'
import { launchOrders, launchShop } from './launch.ts'
import { buy, priceOf, PRODUCTS } from './shopper.ts'
import type { Starts } from './starts.ts'
import { buyFromShop } from './whole-shopper.ts'

const EDIT_EVERY_MS = 300
const TELL_MS = 10_000
const MAX_EDITS = 200
const MAX_LIFE_MS = 2500
/** A shop loads what it needs at the first request after its start, so it lives longer. */
const MAX_WHOLE_LIFE_MS = 20_000

/** How the servers lived; reported beside what is in the books. */
type Lives = {
  checkouts: number
  kills: number
  /** Servers that ended by themselves, and damaged database files: both must be 0. */
  ended: number
  broken: number
  /** Lists that an editor imported meanwhile. */
  imports: number
} & ReturnType<Starts['read']>

type Options = {
  url: string
  db: Db
  dataDir: string
  servers: number
  /** At least this many checkouts, and more until there were `leastKills` kills. */
  count: number
  leastKills: number
  /** How many shoppers buy at a time. */
  shoppers: number
  answersPerLife: number
  /** Whether to start the whole shop, with front door, sign-in, cart and publisher, or only what takes orders. */
  isWhole?: boolean
  onProgress?: (line: string) => void
}

/**
 * Buys at least `count` times from servers that are killed with SIGKILL at random moments and at each step, while
 * callbacks and webhooks are lost, doubled and reordered; then compares the books (I1 to I5).
 */
export async function crash(options: Options): Promise<Books & Lives> {
  const { url, db, dataDir, servers, count, leastKills, shoppers, answersPerLife } = options
  await using standIn = await RazorpayStandIn.open()
  const start = Math.ceil((count * 0.6) / PRODUCTS)
  await stockUp(db, start)
  const { isWhole = false } = options
  const where = { url, apiUrl: standIn.url, dataDir }
  const launch = isWhole ? launchShop(where) : launchOrders(where)
  const longestLifeMs = isWhole ? MAX_WHOLE_LIFE_MS : MAX_LIFE_MS
  const fleet = new Fleet({
    ...{ servers, answersPerLife, longestLifeMs, isWhole, launch, dataDir, url },
  })
  const buyOne = isWhole ? buyFromShop : buy
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
        await buyOne({ db, standIn, fleet }, `buyer-${next++}`)
        done++
      }
    }
    // Without any import the audit says so.
    const isEdited = (imports: number, round: number) =>
      isOver || (next >= count && (imports > 0 || round > MAX_EDITS))
    const editing = edit({ db, dataDir }, isEdited)
    await Promise.all(Array.from({ length: shoppers }, shopper))
    const imports = await editing
    clearInterval(telling)
    fleet.spare()
    await settle(db, standIn, tell)
    const books = await audit(db, dataDir, standIn, start, isWhole)
    const { kills, ended, broken, starts } = fleet
    return { checkouts: done, kills, ended, broken, imports, ...starts.read(), ...books }
  } finally {
    clearInterval(telling)
    // Shoppers that are left after a failure have no server to ask any more.
    isOver = true
    await fleet.stop()
  }
}

/**
 * Imports list after list, as an editor would, while people buy: each list touches all products but no price, so
 * that totals stay as shown.
 * @returns how many imports succeeded
 */
async function edit(
  { db, dataDir }: Pick<Options, 'db' | 'dataDir'>,
  isOver: (imports: number, round: number) => boolean,
): Promise<number> {
  const file = join(dataDir, 'editor.csv')
  let imports = 0
  for (let round = 1; !isOver(imports, round); round++) {
    const rows = Array.from({ length: PRODUCTS }, (_, at) => `SKU-${at + 1},Mill ${round}`)
    writeFileSync(file, `sku,brand\n${rows.join('\n')}\n`)
    try {
      const report = await importCatalogue(db, file, { dataDir })
      if (report && !report.isRefused) imports++
    } catch (error) {
      // The database is busy; the next list says the same and more.
      if (!(error instanceof DatabaseBusy)) throw error
    }
    await pause(EDIT_EVERY_MS)
  }
  return imports
}

async function stockUp(db: Db, stock: number): Promise<void> {
  const rows = Array.from({ length: PRODUCTS }, (_, at) =>
    productRow({ number: at + 1, id: `p${at}`, price_paise: priceOf(at), stock }),
  )
  await fill(db, ['staples'], rows)
  const json = JSON.stringify({ name: 'Crash Stores' })
  await db.insertInto('shop').values({ id: 1, json }).execute()
}

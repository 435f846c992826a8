import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decimalPrice } from '#lib/money.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { announcePages } from '#lib/server/publish/pages.ts'
import { MS, withBudget } from './budget.ts'
import { importedShop } from './imported-shop.ts'
import { startShop, stop } from './running-shop.ts'
import { type BenchShop, median, percentile } from './shop.ts'
import { COLUMNS, productLine } from './synthetic.ts'

const EDITS = 60
const PORT = 4384
const POLL_INTERVAL_MS = 5
/**
 * Each search answer is rendered: polling faster, or polling pages as well, would slow down what is
 * measured.
 */
const SEARCH_EVERY_MS = 40
const SEARCHED_EDIT = 3
/** How many prices change while all pages are made anew. */
const EDITS_BESIDE = 12
/** Budgets for these: the first one also waits until a second thread has started. */
const MOST_BESIDE_MS = { median: 250, longest: 2000 }

/** Where a shopper or a search engine sees the new price, each timed separately. */
const CLOCKS = ['import of the row alone', 'page', 'listing', 'home', 'search', 'feed'] as const
type Clock = (typeof CLOCKS)[number]
/** Budgets for the medians; nobody waits for the import of the row alone. */
const BUDGETS: Partial<Record<Clock, number>> = {
  ...{ page: 150, listing: 250, home: 250, search: 250, feed: 2000 },
}
/** Budget for the p99 of every clock with a budget above, except the feed. */
const MAX_P99_MS = 1000
/** Undefined where the product is not shown: home has few products. */
type Times = Record<Clock, number | undefined>

/**
 * Changes one product's price by an import from another process than the running server, and times
 * each kind of answer from the start of the import until it has the new price over HTTP. Every
 * third edit is looked for by search, the others on their pages. With 60 edits, the p99 is the
 * slowest.
 */
export async function benchEdit(count?: number): Promise<void> {
  for (const products of count ? [count] : [1000, 10_000, 30_000]) await editOnes(products)
}

async function editOnes(count: number): Promise<void> {
  await using shop = await importedShop(count)
  const server = await startShop(shop.settings.dataDir, PORT)
  const onHome = await indexesOnHome(shop)
  const all: Times[] = []
  for (let edit = 0; edit <= EDITS; edit++) {
    const shown = onHome[(edit >> 1) % onHome.length] ?? 0
    const index = edit % 2 ? shown : (edit * 691) % count
    const times = await editOne(shop, index, 5000 + edit, edit % SEARCHED_EDIT === 0)
    // The first edit only warms up the threads.
    if (edit > 0) all.push(times)
  }
  const beside: number[] = []
  await announcePages(shop.db, await pagePaths(shop))
  for (let edit = 0; edit < EDITS_BESIDE; edit++)
    beside.push(await pageOfEdit(shop, (edit * 691 + 7) % count, 9000 + edit))
  await stop(server)
  console.log(`one price among ${count} products, ${EDITS} times, with a running server`)
  for (const clock of CLOCKS) {
    const values = all.flatMap((times) => times[clock] ?? [])
    console.log(`  ${clock.padEnd(24)} ${figures(clock, values)}`)
  }
  console.log(
    `  ${'page, while all are made'.padEnd(24)} median ${withBudget(median(beside), { most: MOST_BESIDE_MS.median }, MS)}, ` +
      `longest ${withBudget(Math.max(...beside), { most: MOST_BESIDE_MS.longest }, MS)}`,
  )
}

const pagePaths = async ({ db }: BenchShop) =>
  (await db.selectFrom('page').select('path').where('path', 'like', '/%').execute()).map(
    ({ path }) => path,
  )

/** Milliseconds from the start of the import of one price until the product's page has it. */
async function pageOfEdit(shop: BenchShop, index: number, pricePaise: number): Promise<number> {
  const { id } = await shop.db
    .selectFrom('product')
    .select('id')
    .where('sku', '=', `SY-${index}`)
    .executeTakeFirstOrThrow()
  const start = await importOne(shop, index, pricePaise)
  const shown = `data-price="${pricePaise}"`
  return until(async () => (await textOf(`/product/${id}`)).includes(shown), start)
}

/** Imports a list of one price. @returns when it started */
async function importOne(shop: BenchShop, index: number, pricePaise: number): Promise<number> {
  const { dataDir } = shop.settings
  const file = join(dataDir, 'edit.csv')
  writeFileSync(file, `${COLUMNS}\n${productLine(index, pricePaise)}\n`)
  const start = performance.now()
  await importCatalogue(shop.db, file, { dataDir })
  return start
}

async function editOne(
  shop: BenchShop,
  index: number,
  pricePaise: number,
  isSearched: boolean,
): Promise<Times> {
  const { id, name, subcat_id } = await shop.db
    .selectFrom('product')
    .select(['id', 'name', 'subcat_id'])
    .where('sku', '=', `SY-${index}`)
    .executeTakeFirstOrThrow()
  const listing = await listingOf(shop, id, `/subcat/${subcat_id}`)
  const isOnHome = (await cardsOnHome(shop)).includes(id)
  const feedBefore = await etagOf('/feed.xml')
  const pages = [`/product/${id}`, listing, ...(isOnHome ? ['/'] : [])]
  const before = await Promise.all(pages.map(etagOf))
  const start = await importOne(shop, index, pricePaise)
  const imported = performance.now() - start
  const price = decimalPrice(pricePaise)
  const isShown = (text: string) =>
    text.includes(`data-price="${pricePaise}"`) || text.includes(`"price":"${price}"`)
  // Polls the ETag and fetches the page only when that has changed: fetching each time would keep
  // the server busy.
  const shows = async (path: string, at: number) =>
    (await etagOf(path)) !== before[at] && isShown(await textOf(path))
  const search = `/search?q=${encodeURIComponent(name)}`
  const [found, shown, feed] = await Promise.all([
    isSearched
      ? until(async () => isShown(await textOf(search)), start, SEARCH_EVERY_MS)
      : undefined,
    isSearched ? [] : Promise.all(pages.map((path, at) => until(() => shows(path, at), start))),
    // The feed has tens of megabytes: its ETag is polled, and it is fetched once.
    until(async () => (await etagOf('/feed.xml')) !== feedBefore, start),
  ])
  const [page, inListing, home] = shown
  if (!(await textOf('/feed.xml')).includes(`${price} INR`))
    throw new Error('The feed has another price')
  const alone = { 'import of the row alone': imported }
  return { ...alone, page, listing: inListing, home, search: found, feed }
}

/** Ids of the products with a card on home. */
async function cardsOnHome({ db }: BenchShop): Promise<string[]> {
  const home = await db
    .selectFrom('page')
    .select('reads')
    .where('path', '=', '/')
    .executeTakeFirstOrThrow()
  return home.reads.split('|').flatMap((name) => (name.startsWith('card:') ? name.slice(5) : []))
}

/** Their indexes in the synthetic catalogue. */
async function indexesOnHome(shop: BenchShop): Promise<number[]> {
  const ids = await cardsOnHome(shop)
  const rows = await shop.db.selectFrom('product').select('sku').where('id', 'in', ids).execute()
  return rows.map(({ sku }) => Number(sku.slice('SY-'.length)))
}

/** The path of the listing's page that shows the product. */
async function listingOf({ db }: BenchShop, id: string, path: string): Promise<string> {
  const pages = await db
    .selectFrom('page')
    .select(['path', 'reads'])
    .where('path', 'like', `${path}%`)
    .execute()
  const found = pages.find(({ reads }) => reads.split('|').includes(`card:${id}`))
  if (!found) throw new Error(`No page of ${path} shows ${id}`)
  return found.path
}

const fetchPath = (path: string, more: RequestInit = {}) =>
  fetch(`http://localhost:${PORT}${path}`, more)
const textOf = async (path: string) => (await fetchPath(path)).text()
/**
 * Without compression: the ETag changes again when the compressed forms of the same feed are
 * written.
 */
const UNPACKED = { method: 'HEAD', headers: { 'accept-encoding': 'identity' } }
const etagOf = async (path: string) => (await fetchPath(path, UNPACKED)).headers.get('etag')

/**
 * Polls until the condition holds.
 * @returns milliseconds since `start`
 */
async function until(
  holds: () => Promise<boolean>,
  start: number,
  everyMs = POLL_INTERVAL_MS,
): Promise<number> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs))
  return performance.now() - start
}

function figures(clock: Clock, values: number[]): string {
  const most = BUDGETS[clock]
  const middle = withBudget(median(values), most === undefined ? undefined : { most }, MS)
  const isWaitedFor = most !== undefined && clock !== 'feed'
  const latest = isWaitedFor ? { most: MAX_P99_MS } : undefined
  return `median ${middle}, p99 ${withBudget(percentile(values, 99), latest, MS)}`
}

import { MAX_LINES } from '#lib/limits.ts'
import { MS, withBudget } from './budget.ts'
import { openAccounts } from '#lib/server/accounts/accounts.ts'
import { signIn } from '#lib/server/accounts/sign-in.ts'
import { signUp } from '#lib/server/accounts/sign-up.ts'
import { addToCart } from '#lib/server/shopper/cart/change-cart.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { openLog } from '#lib/server/http/log.ts'
import { importedShop } from './imported-shop.ts'
import { startShop, stop, untilQuiet } from './running-shop.ts'
import { type BenchShop, percentile } from './shop.ts'

const PORT = 4381
const ROUNDS = 1000
/** Our own budget: a shopper does not notice this wait for a list of 50 lines. */
const MOST_MS = 50
const PERSON = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '',
  password: 'mangoes in june',
}

/** Times GET /api/cart with 50 lines over HTTP, session included, and prints percentiles. */
export async function benchCart(count = 30_000): Promise<void> {
  await using shop = await importedShop(count)
  const server = await startShop(shop.settings.dataDir, PORT)
  const accounts = openAccounts(shop.db, shop.settings, openLog('silent').logger)
  await signUp(accounts, PERSON)
  const call = { headers: new Headers(), address: undefined, requestId: 'bench' }
  const opened = await signIn(accounts, PERSON, call)
  if (!opened.ok) throw new Error(`Not signed in: ${opened.error.code}`)
  const cookie = opened.value.cookies.map((one) => one.split(';')[0]).join('; ')
  await fillCart(shop.db, opened.value.user.id)
  await untilQuiet(server)
  console.log(`${count} products, ${MAX_LINES} lines, ${ROUNDS} requests after another:`)
  console.log(`  ${wordsOf(await measureCart(PORT, cookie))}`)
  await stop(server)
}

/** Puts as many different products into the cart as it takes, one unit each. */
export async function fillCart(db: BenchShop['db'], userId: string): Promise<void> {
  const products = await db
    .selectFrom('product')
    .select(['id', 'rams', 'sizes', 'weights'])
    .orderBy('number')
    .execute()
  const step = Math.floor(products.length / MAX_LINES)
  const wanted = products.filter((_, at) => at % step === 0).slice(0, MAX_LINES)
  for (const { id: productId, rams, sizes, weights } of wanted) {
    const kinds = { ram: rams, size: sizes, weight: weights }
    const first = Object.entries(kinds).map(([kind, list]) => [kind, list.split('|')[0] ?? ''])
    const addition = { productId, choice: Object.fromEntries(first), quantity: 1 }
    const added = await inTransaction(db, async (trx) => {
      return { ok: true, value: await addToCart(trx, userId, addition) }
    })
    if (!added.ok || added.value.result !== 'added') throw new Error(`${productId} was not added`)
  }
}

/**
 * Fetches the cart that belongs to the cookie from the shop on that port.
 * @returns milliseconds of each request
 */
export async function measureCart(port: number, cookie: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const answer = await fetch(`http://localhost:${port}/api/cart`, { headers: { cookie } })
    const items: unknown = await answer.json()
    if (!Array.isArray(items) || items.length !== MAX_LINES) throw new Error('not the whole cart')
    times.push(performance.now() - start)
  }
  return times
}

/** Percentiles of the times in milliseconds, in words, with the budget for the 95th. */
export function wordsOf(times: number[]): string {
  const ms = (percent: number) => percentile(times, percent).toFixed(1)
  const p95 = withBudget(percentile(times, 95), { most: MOST_MS }, MS)
  return `median ${ms(50)} ms, 95th percentile ${p95}, worst ${ms(100)} ms`
}

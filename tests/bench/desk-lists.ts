import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { checkAtDesk, type Editor, look, post, untilState } from './at-desk.ts'
import { MS, withBudget } from './budget.ts'
import { startShop, stop } from './running-shop.ts'
import { percentile } from './shop.ts'
import { emailOf, signUp } from './shoppers.ts'
import { productLine, writeProducts } from './synthetic.ts'

const PORT = 4421
const ORIGIN = `http://localhost:${PORT}`
const ROUNDS = 9
const COLUMNS = ['sku', 'price', 'brand', 'unit', 'description', 'featured', 'aliases', 'name']
const MAX_MS = { check4: 3000, check25: 20_000, page: 1000, preview: 500, price: 500 }

/**
 * Times what an editor waits for in a shop of `count` products, over HTTP: the check of long lists,
 * the differences page of a list that changes seven fields of each product, previews, and one price
 * from the form to the shop's page.
 */
export async function benchLists(count = 4000): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const catalogue = join(dataDir, 'products.csv')
  await writeProducts(catalogue, count)
  const env = { CATALOGUE: catalogue, RATE_SCALE: '1000' }
  const shop = await startShop(dataDir, PORT, env)
  try {
    const { cookie } = await signUp(ORIGIN, 0)
    const settings = { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(PORT) }
    const grant = ['bin/shop.ts', 'grant', emailOf(0), 'editor']
    await promisify(execFile)(process.execPath, grant, { env: settings })
    await measure({ editor: { origin: ORIGIN, cookie }, dataDir, count, pid: shop.pid ?? 0 })
  } finally {
    await stop(shop)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Desk = { editor: Editor; dataDir: string; count: number; pid: number }

async function measure({ editor, dataDir, count, pid }: Desk): Promise<void> {
  const time = (what: string, mostMs: number, rounds: number, work: () => Promise<unknown>) =>
    report(what, { mostMs, rounds, pid }, work)
  const rows = (many: number, make: (at: number) => string, head = COLUMNS.join(',')) => {
    const file = join(dataDir, `list-${many}.csv`)
    const lines = Array.from({ length: many }, (_, at) => make(at))
    writeFileSync(file, `${head}\n${lines.join('\n')}\n`)
    return file
  }
  const changed = rows(count, (at) => {
    const [, name = ''] = productLine(at).split(',')
    return `SY-${at},${(at % 900) + 20}.50,Brand ${at % 97},3 kg,Of ${name}: another text of the same length about where it grows and how it is kept.,yes,alias ${at},${name} anew`
  })
  let path = ''
  await time(`check of ${count} rows, all changed`, MAX_MS.check4, 3, async () => {
    path = await checkAtDesk(editor, changed)
  })
  const pages = ['', '?page=280', '?kind=texts', '?q=brand+9', '?kind=prices&page=3']
  for (const page of pages)
    await time(`its differences ${page}`, MAX_MS.page, ROUNDS, () => look(editor, path + page))
  for (const page of ['/', productPathIn(await find(editor, 'SY-7')), '/category/category-1']) {
    const preview = `${path}/preview?path=${encodeURIComponent(page)}`
    await time(`a preview of ${page}`, MAX_MS.preview, ROUNDS, () => look(editor, preview))
  }
  const many = join(dataDir, 'many.csv')
  await writeProducts(many, 25_000)
  await time('check of 25000 rows', MAX_MS.check25, 1, () => checkAtDesk(editor, many))
  await pause(1000)
  let rupees = 100
  const prices: number[] = []
  for (let round = 0; round < ROUNDS; round++) prices.push(await setPrice(editor, (rupees += 1)))
  const [median, longest] = [percentile(prices, 50), Math.max(...prices)]
  const figures = `median ${withBudget(median, { most: MAX_MS.price }, MS)}, longest ${longest.toFixed(0)}`
  console.log(`a price, from Save to live`.padEnd(44), figures)
}

/** The shop's path of the first product in the search results of the desk. */
function productPathIn(page: string): string {
  const ids = [...page.matchAll(/href="\/desk\/products\/([\w-]+)"/g)].map(([, id = '']) => id)
  const id = ids.find((one) => one !== 'new')
  if (id === undefined) throw new Error('No product was found')
  return `/product/${id}`
}

const find = (editor: Editor, sku: string) => look(editor, `/desk/products?q=${sku}`)

/**
 * Types a new price, saves, publishes the change, and waits until a shopper sees it.
 * @returns milliseconds since Save, without the editor's own pause before Publish
 */
async function setPrice(editor: Editor, rupees: number): Promise<number> {
  const page = await find(editor, 'SY-7')
  const fields = new URLSearchParams()
  for (const [, field = ''] of page.matchAll(/<input([^>]*)>/g)) {
    const [, name = ''] = /name="((?:was|price|stock|base)[\w.]*)"/.exec(field) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(field) ?? []
    if (name) fields.set(name, value.replaceAll('&quot;', '"').replaceAll('&#34;', '"'))
  }
  fields.set('price.0.0', `${rupees}.00`)
  const start = performance.now()
  const path = await post(editor, '/api/desk/products', fields)
  await untilState(editor, path, ['checking', 'checked'])
  await post(editor, `/api${path}/publish`, new URLSearchParams())
  const product = productPathIn(page)
  while (!(await look(editor, product)).includes(`${rupees}.00`)) await pause(5)
  return performance.now() - start
}

type Goal = { mostMs: number; rounds: number; pid: number }

/** Prints the median and the longest time, and the server's CPU time per round. */
async function report(what: string, goal: Goal, work: () => Promise<unknown>): Promise<void> {
  await work()
  const used = cpuMs(goal.pid)
  const times: number[] = []
  for (let round = 0; round < goal.rounds; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  const each = (cpuMs(goal.pid) - used) / goal.rounds
  const median = percentile(times, 50)
  const [load = 0] = loadavg()
  const middle = withBudget(median, { most: goal.mostMs }, MS)
  const figures = `median ${middle}, longest ${Math.max(...times).toFixed(0)}, ${each.toFixed(0)} of processor`
  console.log(`${what.padEnd(44)} ${figures}, load ${load.toFixed(0)}`)
}

/** Milliseconds of CPU time that a process and its threads have used; a tick is 10 ms. */
function cpuMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

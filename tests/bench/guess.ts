import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { startShop, stop } from './running-shop.ts'
import { median } from './shop.ts'

const PORT = 4457
const ORIGIN = `http://localhost:${PORT}`
/** A difference of more standard deviations than this is not noise (95 %). */
const CLEARLY = 1.96

type Answer = { status: number; text: string; ms: number }
type Ask = () => Promise<Answer>
type Kind = { name: string; own: Ask; near: Ask; far: Ask; isIn: (answer: Answer) => boolean }

const placedSchema = z.object({ order: z.object({ userid: z.string() }) })

/**
 * Guesses an order's link and the cookie of a guest's cart: N times each (200) a value that differs from
 * the true one in its last character only, and N times one that has nothing in common with it. None may
 * be let in, and neither answer nor time may tell the two kinds apart.
 */
export async function benchGuess(count = 200): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const env = { CASH_ON_DELIVERY: 'yes', CASH_UNCONFIRMED: 'yes' }
  const shop = await startShop(dir, PORT, env)
  try {
    const { cookie, track } = await buy()
    const token = cookie.replace(/^guest=/, '')
    const look = (value: string) => get('/api/cart', `guest=${value}`)
    const kinds: Kind[] = [
      {
        name: 'a tracking link',
        own: () => get(`/track/${track}`),
        near: () => get(`/track/${beside(track)}`),
        far: () => get(`/track/${randomBytes(24).toString('base64url')}`),
        isIn: ({ status }) => status !== 404,
      },
      {
        name: "a guest's cookie",
        own: () => look(token),
        near: () => look(beside(token)),
        far: () => look(randomBytes(32).toString('base64url')),
        isIn: ({ text }) => text.includes('productid'),
      },
    ]
    for (const kind of kinds) await guess(kind, count)
  } finally {
    await stop(shop)
    rmSync(dir, { recursive: true, force: true })
  }
}

async function guess({ name, own, near, far, isIn }: Kind, count: number): Promise<void> {
  if (!isIn(await own())) throw new Error(`Its owner is not let in: ${name}`)
  const [nearMs, farMs]: [number[], number[]] = [[], []]
  const seen = new Set<string>()
  for (let at = 0; at < count; at++) {
    // In turn, each kind first equally often.
    const both = at % 2 ? [near, far] : [far, near]
    for (const ask of both) {
      const answer = await ask()
      if (isIn(answer)) throw new Error(`Let in: ${name}`)
      seen.add(`${answer.status} ${answer.text}`)
      const times = ask === near ? nearMs : farMs
      times.push(answer.ms)
    }
  }
  const slower = chanceOfSlower(nearMs, farMs)
  const noise = CLEARLY * Math.sqrt((2 * count + 1) / (12 * count * count))
  const isNoise = Math.abs(slower - 0.5) <= noise
  if (!isNoise) process.exitCode = 1
  console.log(
    `${name}: 0 of ${2 * count} let in, ${seen.size} different answers; median ${median(nearMs).toFixed(2)} ms beside the true one, ${median(farMs).toFixed(2)} elsewhere; slower in ${(slower * 100).toFixed(1)} % of pairs (50 ± ${(noise * 100).toFixed(1)}: ${isNoise ? 'within' : 'BEYOND'} noise)`,
  )
}

/**
 * The share of pairs in which the first takes longer than the other: about one half if nothing
 * tells them apart.
 */
function chanceOfSlower(first: number[], others: number[]): number {
  let sum = 0
  for (const one of first) {
    for (const other of others) sum += one > other ? 1 : one === other ? 0.5 : 0
  }
  return sum / (first.length * others.length)
}

/** The same value with another last character. */
const beside = (secret: string) => secret.slice(0, -1) + (secret.endsWith('A') ? 'E' : 'A')

/** Places a guest's order paid in cash, then puts another unit into the cart. */
async function buy(): Promise<{ cookie: string; track: string }> {
  const first = await post('/api/cart/add', { productid: 'brown-basmati-rice', quantity: 1 })
  const cookie = (first.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  const address = { fullname: 'Asha Rao', streetaddressline1: '1 Guessed Lane', city: 'Pune' }
  const more = {
    state: 'Maharashtra',
    country: 'India',
    zipcode: '411001',
    phonenumber: '9845012345',
  }
  const body = {
    ...address,
    ...more,
    payment: 'cod',
    idempotencykey: randomBytes(8).toString('hex'),
  }
  const placed = await post('/api/checkout', body, cookie)
  placedSchema.parse(await placed.json())
  const orders = await fetch(`${ORIGIN}/orders`, { headers: { cookie }, redirect: 'manual' })
  const track = orders.headers.get('location')?.replace(/^.*\/track\//, '') ?? ''
  if (track.length !== 32) throw new Error('The order has no link')
  await post('/api/cart/add', { productid: 'brown-basmati-rice', quantity: 1 }, cookie)
  return { cookie, track }
}

async function post(path: string, body: Record<string, unknown>, cookie = '') {
  const headers = { origin: ORIGIN, accept: 'application/json', 'content-type': 'application/json' }
  const sent = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) }
  const answer = await fetch(ORIGIN + path, sent)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

async function get(path: string, cookie = ''): Promise<Answer> {
  const start = performance.now()
  const answer = await fetch(ORIGIN + path, { headers: { cookie }, redirect: 'manual' })
  const text = await answer.text()
  return { status: answer.status, text, ms: performance.now() - start }
}

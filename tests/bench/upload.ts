import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { MEGABYTES, MS, TIMES, withBudget } from './budget.ts'
import { visitPages } from './page-visitor.ts'
import { startShop, stop } from './running-shop.ts'
import { megabytes, percentile } from './shop.ts'

const PORT = 4385
const ORIGIN = `http://localhost:${PORT}`
const PASSWORD = 'mangoes in june'
const ROUNDS = 4
const ROUND_MS = 5000
/**
 * Budgets of F44: time until a bomb is refused, added memory, and how much slower pages may get.
 */
const MAX_REFUSAL_MS = 1000
const MAX_MORE_MB = 150
const MAX_SLOWER = 2

/**
 * Uploads N pictures at once, again and again, half of them decompression bombs: how soon those are
 * refused, how much memory the server takes, and how much slower pages get (F44: 1 s, 150 MB, p95
 * at most doubled).
 */
export async function benchUpload(atOnce = 20): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const shop = await startShop(dataDir, PORT)
  const memory = () => residentBytes(shop.pid ?? 0)
  const cookies = await Promise.all(Array.from({ length: atOnce }, (_, at) => signIn(at)))
  const [photo, bomb] = [await makePhoto(), await makeBomb()]
  console.log(`photo of ${megabytes(photo.length)}, bomb of ${Math.round(bomb.length / 1024)} KB`)
  const calm: number[] = []
  const busy: number[] = []
  const statuses: Record<string, number> = {}
  const refused: number[] = []
  const before = memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memory())), 20)
  for (let round = 0; round < ROUNDS; round++) {
    calm.push(...(await visitPages(PORT, ROUND_MS)))
    const storm = startStorm(async () => {
      const sent = cookies.map((cookie, at) => send(cookie, at % 2 === 0 ? photo : bomb))
      for (const { told, ms } of await Promise.all(sent)) {
        statuses[told] = (statuses[told] ?? 0) + 1
        if (told !== '200') refused.push(ms)
      }
    })
    busy.push(...(await visitPages(PORT, ROUND_MS)))
    await storm.end()
  }
  clearInterval(watch)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  console.log(`answers by status: ${JSON.stringify(statuses)}`)
  console.log(
    `refused: median ${ms(percentile(refused, 50))}, worst ${withBudget(Math.max(...refused), { most: MAX_REFUSAL_MS }, MS)}`,
  )
  const more = (most - before) / 2 ** 20
  console.log(
    `memory: ${megabytes(before)} before, ${withBudget(more, { most: MAX_MORE_MB }, MEGABYTES)} more`,
  )
  for (const [text, times] of [
    ['without', calm],
    ['with', busy],
  ] as const) {
    console.log(`pages ${text}: ${times.length}, p95 ${ms(percentile(times, 95))}`)
  }
  const slower = percentile(busy, 95) / percentile(calm, 95)
  console.log(`so many times as long: ${withBudget(slower, { most: MAX_SLOWER }, TIMES)}`)
  await stop(shop)
  rmSync(dataDir, { recursive: true, force: true })
}

/** Repeats the work until it is ended. */
function startStorm(work: () => Promise<void>) {
  let isOver = false
  const run = async () => {
    while (!isOver) await work()
  }
  const running = run()
  return {
    end() {
      isOver = true
      return running
    },
  }
}

async function signIn(at: number): Promise<string> {
  const email = `shopper${at}@example.com`
  await post('signup', { name: 'Asha', email, phone: '9876543210', password: PASSWORD })
  for (;;) {
    const answer = await post('signin', { email, password: PASSWORD })
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    if (answer.ok) return cookie.join('; ')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const post = (path: string, body: object) =>
  fetch(`${ORIGIN}/api/user/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify(body),
  })

async function send(cookie: string, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData()
  body.set('images', new Blob([bytes], { type: 'image/png' }), 'a.png')
  const start = performance.now()
  const headers = { cookie, origin: ORIGIN }
  try {
    const answer = await fetch(`${ORIGIN}/api/user/uploadfiles`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return { told: String(answer.status), ms: performance.now() - start }
  } catch {
    // The connection was closed while the upload was still being sent.
    return { told: 'cut off', ms: performance.now() - start }
  }
}

/** A photo of noise, which no encoder makes small: nearly as large as is allowed. */
async function makePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 1250, height: 1250, channels: 3, background: '#888', noise } as const
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

/** A decompression bomb: 120 million pixels in a small file. */
async function makeBomb(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 12_000, height: 10_000, channels: 3, background: '#1f6b3a' } as const
  return new Uint8Array(await sharp({ create }).png({ compressionLevel: 9 }).toBuffer())
}

/** Resident memory of a process right now, in bytes; Linux only. */
function residentBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024
}

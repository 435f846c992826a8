import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestsPerSecond } from './load.ts'
import { median } from './shop.ts'
import { startShop, stop } from './running-shop.ts'

const ROUNDS = 5
const SHOP_PORT = 4381
const BARE_PORT = 4382
const PAGES = ['/', '/category/rice-grains', '/product/fine-besan']

/** A server that does nothing but answer the same bytes with the same headers. */
const BARE = `
  const { createServer } = require('node:http')
  process.once('message', ({ port, status, headers, body }) => {
    const bytes = Buffer.from(body, 'base64')
    createServer((request, response) => response.writeHead(status, headers).end(bytes))
      .listen(port, '127.0.0.1', () => process.send('ready'))
  })`

/** Requests a second of published pages and of a bare node:http, in turn. */
export async function benchServe(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  // With a line in the log for each request, as in production.
  const shop = await startShop(dataDir, SHOP_PORT, { LOG_LEVEL: 'info' })
  const first = await fetch(`http://localhost:${SHOP_PORT}/`)
  const paths = first.ok ? await knownPaths() : []
  for (const path of paths) await compare(path)
  await stop(shop)
  rmSync(dataDir, { recursive: true, force: true })
}

/** Of the pages above those that the catalogue has, else the first product of the sitemap. */
async function knownPaths(): Promise<string[]> {
  const paths: string[] = []
  for (const path of PAGES) {
    if ((await fetch(`http://localhost:${SHOP_PORT}${path}`)).ok) paths.push(path)
  }
  return paths
}

async function compare(path: string): Promise<void> {
  const bare = await startBare(path)
  const shopRates: number[] = []
  const bareRates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    shopRates.push(await requestsPerSecond(SHOP_PORT, path, { seconds: 2 }))
    bareRates.push(await requestsPerSecond(BARE_PORT, path, { seconds: 2 }))
  }
  await stop(bare)
  const [ours, floor] = [median(shopRates), median(bareRates)]
  console.log(
    `${path}: ${Math.round(ours)} requests/s, bare node:http ${Math.round(floor)}: ${(ours / floor).toFixed(2)}×`,
  )
}

async function startBare(path: string): Promise<ChildProcess> {
  const answer = await rawAnswer(path)
  const bare = spawn(process.execPath, ['-e', BARE], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  bare.send({ port: BARE_PORT, ...answer })
  await once(bare, 'message')
  return bare
}

/** What the shop answers, undecoded: fetch would unpack the brotli. */
async function rawAnswer(path: string) {
  const { request } = await import('node:http')
  const headers = { 'accept-encoding': 'br', accept: 'text/html' }
  const asked = request({ port: SHOP_PORT, path, headers }).end()
  const [response] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { date, connection, 'keep-alive': keepAlive, ...kept } = response.headers
  void [date, connection, keepAlive]
  return { status: 200, headers: kept, body: Buffer.concat(chunks).toString('base64') }
}

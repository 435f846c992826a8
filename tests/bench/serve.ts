import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { unpackedPaths } from '#lib/server/publish/files/site-files.ts'
import { TIMES, withBudget } from './budget.ts'
import { requestsPerSecond } from './load.ts'
import { type Answer, startNginx } from './nginx.ts'
import { stop } from './running-shop.ts'
import { median } from './shop.ts'

const ROUNDS = 5
const SHOP_PORT = 4381
const BARE_PORT = 4382
const NGINX_PORT = 4385
/**
 * Least ratio of our requests a second to a server that does nothing else, and to nginx, with the
 * same bytes.
 */
const MIN_RATIOS = [0.95, 0.6]
const PAGES = ['/', '/category/rice-grains', '/product/fine-besan']

/** A server that only answers the same bytes with the same headers. */
const BARE = `
  const { createServer } = require('node:http')
  process.once('message', ({ port, headers, body }) => {
    const bytes = Buffer.from(body, 'base64')
    createServer((request, response) => response.writeHead(200, headers).end(bytes))
      .listen(port, '127.0.0.1', () => process.send('ready'))
  })`

/**
 * Compares requests a second of published pages with a bare node:http server, in turn; with
 * NGINX=/usr/sbin/nginx, with nginx too. Uses wrk for the load if it is installed, as that leaves a
 * core to the server.
 */
export async function benchServe(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const shop = await startLogged(folder)
  await packed(join(folder, 'site'))
  for (const path of PAGES) await compare(path, folder)
  await stop(shop)
  rmSync(folder, { recursive: true, force: true })
}

/** Waits until all pages are compressed, as that keeps a core busy. */
async function packed(siteDir: string): Promise<void> {
  for (let [left, before] = [0, -1]; left !== before;) {
    await pause(2000)
    before = left
    left = [...unpackedPaths(siteDir)].length
  }
}

/** Starts the demo shop with a log line in a file for each request, as in production. */
async function startLogged(dataDir: string): Promise<ChildProcess> {
  const own = { PORT: String(SHOP_PORT), DATA_DIR: dataDir, LOG_LEVEL: 'info', RATE_SCALE: '1000' }
  const log = openSync(join(dataDir, 'shop.log'), 'w')
  const shop = spawn(process.execPath, ['tests/browser/kit/serve.ts'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  process.once('exit', () => shop.kill())
  const ready = () => fetch(`http://localhost:${SHOP_PORT}/readyz`).catch(() => undefined)
  while (!(await ready())?.ok) await pause(200)
  return shop
}

async function compare(path: string, folder: string): Promise<void> {
  const answer = await rawAnswer(path)
  const servers = [
    { name: 'shop', port: SHOP_PORT, child: undefined },
    { name: 'bare node:http', port: BARE_PORT, child: await startBare(answer) },
  ]
  const nginx = process.env['NGINX']
  if (nginx) {
    const child = await startNginx(nginx, join(folder, 'nginx'), NGINX_PORT, answer)
    servers.push({ name: 'nginx', port: NGINX_PORT, child })
  }
  const rates = servers.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, { port }] of servers.entries()) rates[at]?.push(await rateOf(port, path))
  }
  for (const { child } of servers) if (child) await stop(child)
  const [ours = 0, ...others] = rates.map(median)
  const figures = others.map(
    (rate, at) =>
      `${servers[at + 1]?.name} ${Math.round(rate)}: ` +
      withBudget(ours / rate, { least: MIN_RATIOS[at] ?? 0 }, TIMES),
  )
  console.log(`${path}: ${Math.round(ours)} requests/s, ${figures.join(', ')}`)
}

async function startBare({ headers, body }: Answer): Promise<ChildProcess> {
  const bare = spawn(process.execPath, ['-e', BARE], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  bare.send({ port: BARE_PORT, headers, body: body.toString('base64') })
  await once(bare, 'message')
  return bare
}

async function rateOf(port: number, path: string): Promise<number> {
  const options = ['-t1', '-c32', '-d2s', '-H', 'Accept-Encoding: br', '-H', 'Accept: text/html']
  const { stdout } = spawnSync('wrk', [...options, `http://localhost:${port}${path}`], {
    encoding: 'utf8',
  })
  // Refusals are fast, and would raise the rate.
  if (/Non-2xx/.test(stdout ?? '')) throw new Error(`Port ${port} refuses ${path}`)
  const found = /Requests\/sec:\s+([\d.]+)/.exec(stdout ?? '')
  return found ? Number(found[1]) : requestsPerSecond(port, path, { seconds: 2 })
}

/** The shop's answer as sent: fetch would decompress the brotli. */
async function rawAnswer(path: string): Promise<Answer> {
  const headers = { 'accept-encoding': 'br', accept: 'text/html' }
  const asked = request({ port: SHOP_PORT, path, headers }).end()
  const [response] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { date, connection, 'keep-alive': keepAlive, ...kept } = response.headers
  void [date, connection, keepAlive]
  return { headers: kept, body: Buffer.concat(chunks) }
}

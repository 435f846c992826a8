import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const HEADER =
  'sku,name,brand,category,subcategory,description,price,oldprice,images,ram,size,weight,countries,stock,unit,featured\n'
/** Lets a test cause an error outside of any request. */
const FAULT =
  "data:text/javascript,process.on('SIGUSR2',()=>setTimeout(()=>{throw new Error('a fault')}))"
const ARGS = ['--import', FAULT, 'bin/start.ts', '--no-build']

/** Runs `npm start` on a port of its own over an empty catalogue or one of some lines, or over the folder of an earlier start. */
export async function start(
  env: Record<string, string> = {},
  lines = '',
  nodeOptions: string[] = [],
) {
  const port = await freePort()
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'start-'))
  const catalogue = join(dataDir, 'products.csv')
  writeFileSync(catalogue, HEADER + lines)
  const { PATH = '' } = process.env
  const shop = spawn(process.execPath, [...nodeOptions, ...ARGS], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH, PORT: String(port), DATA_DIR: dataDir, CATALOGUE: catalogue, ...env },
  })
  const output = { out: '', err: '' }
  shop.stdout?.on('data', (chunk) => (output.out += String(chunk)))
  shop.stderr?.on('data', (chunk) => (output.err += String(chunk)))
  return { shop, dataDir, output, origin: `http://localhost:${port}` }
}

/**
 * Waits until a shop has ended.
 * @returns its exit code
 */
export async function ended(shop: ChildProcess): Promise<number | null> {
  if (shop.exitCode === null) await once(shop, 'exit')
  return shop.exitCode
}

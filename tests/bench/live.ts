import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { BESIDE, measureVisits, startShop, stop } from './running-shop.ts'
import { writeProducts } from './synthetic.ts'

const PORT = 4383

/** Times shoppers' requests to a running shop while another process imports. */
export async function benchLive(count = 25_000): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const shop = await startShop(dataDir, PORT)
  const file = join(dataDir, 'many.csv')
  await writeProducts(file, count)
  const calm = await measureVisits(PORT, () => pause(3000))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT) }
  const command = ['bin/shop.ts', 'import', file, '--json']
  const importing = () =>
    promisify(execFile)(process.execPath, command, { env, maxBuffer: 2 ** 28 })
  const busy = await measureVisits(PORT, importing, BESIDE)
  console.log(`before: ${calm}`)
  console.log(`while ${count} rows are imported and published: ${busy}`)
  await stop(shop)
  rmSync(dataDir, { recursive: true, force: true })
}

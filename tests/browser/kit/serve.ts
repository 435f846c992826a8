// The shop of the browser tests: the production build in a fresh DATA_DIR, with pictures made before.
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_DIR } from '#bin/demo-shop.ts'
import { makePlain } from './plain-pictures.ts'

const uploads = join(DEMO_DIR, 'uploads')
const { DATA_DIR } = process.env
if (DATA_DIR && existsSync(uploads)) {
  const copies = join(DATA_DIR, 'uploads')
  cpSync(uploads, copies, { recursive: true })
  await makePlain(copies)
}
await import('#bin/start.ts')

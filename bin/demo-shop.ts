import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { fillEmptyDatabase } from '#lib/server/import/apply/fill.ts'
import { pack } from '#lib/server/publish/files/packing.ts'
import { Publisher } from '#lib/server/publish/publisher.ts'
import { publishedPaths, readPage } from '#lib/server/publish/files/site-files.ts'
import { readSettings } from '#lib/server/settings/settings.ts'

/** Pictures stay here between runs, as making them takes longest. */
export const DEMO_DIR = join(import.meta.dirname, '../node_modules/.cache/kirana-demo')

/** The published demo shop, made afresh but for its pictures; `pages` gives those below a path. */
export async function openDemoShop() {
  for (const name of ['shop.db', 'shop.db-wal', 'shop.db-shm', 'site']) {
    rmSync(join(DEMO_DIR, name), { recursive: true, force: true })
  }
  const settings = readSettings({ DATA_DIR: DEMO_DIR })
  const db = openDatabase(settings.databaseUrl)
  await migrate(db)
  await fillEmptyDatabase(settings, db, {})
  const publisher = new Publisher(settings, db)
  await publisher.publishAll()
  await publisher.close()
  return { pages: async (path: string) => pagesBelow(path), close: () => db.destroy() }
}

/** A published page and its size packed, to the finest as it is sent from the second shopper on (publish/files/packer.ts). */
export type DemoPage = { html: string; packedTo: (degree: 'quick' | 'finest') => number }

function pagesBelow(path: string): DemoPage[] {
  const site = join(DEMO_DIR, 'site')
  const read = (of: string) => {
    const bytes = readPage(site, of)
    const packedTo: DemoPage['packedTo'] = (degree) => pack(bytes, degree === 'finest').length
    return { html: bytes.toString(), packedTo }
  }
  if (path === '/') return [read(path)]
  const isBelow = (of: string) => of.startsWith(path) && !of.slice(path.length).includes('/')
  return publishedPaths(site).filter(isBelow).map(read)
}

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { fillEmptyDatabase } from '#lib/server/import/apply/fill.ts'
import { openPublisher } from '#lib/server/publish/publisher.ts'
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
  const publisher = openPublisher(settings, db)
  await publisher.publishAll()
  await publisher.close()
  return { pages: async (path: string) => pagesBelow(path), close: () => db.destroy() }
}

/** A published page and the size of its brotli twin, as it is sent. */
export type DemoPage = { html: string; sent: number }

function pagesBelow(path: string): DemoPage[] {
  const site = join(DEMO_DIR, 'site')
  const read = (file: string) => ({
    html: readFileSync(file, 'utf8'),
    sent: statSync(`${file}.br`).size,
  })
  if (path === '/') return [read(join(site, 'index.html'))]
  const folder = join(site, path)
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'))
  return names.map((name) => read(join(folder, name)))
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { fillEmptyDatabase } from '#lib/server/import/apply/fill.ts'
import { pack } from '#lib/server/publish/files/packing.ts'
import { Publisher } from '#lib/server/publish/publisher.ts'
import { publishedPaths, readPage } from '#lib/server/publish/files/site-files.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { layPlainPictures } from './plain-pictures.ts'

/**
 * Publishes a fresh demo shop with plain pictures, in a temporary folder.
 * @returns `pages`, which reads the pages below a path, and `close`
 */
export async function openDemoShop() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-demo-'))
  await layPlainPictures(dataDir)
  const settings = readSettings({ DATA_DIR: dataDir })
  const db = openDatabase(settings.databaseUrl)
  await migrate(db)
  await fillEmptyDatabase(settings, db, {})
  const publisher = new Publisher(settings, db)
  await publisher.publishAll()
  await publisher.close()
  const site = join(dataDir, 'site')
  const close = async () => {
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  }
  return { pages: async (path: string) => pagesBelow(site, path), close }
}

/**
 * A published page, and its compressed size: `quick`, as first published, or `finest`, as sent
 * later (publish/files/packer.ts).
 */
export type DemoPage = { html: string; packedTo: (degree: 'quick' | 'finest') => number }

function pagesBelow(site: string, path: string): DemoPage[] {
  const read = (of: string) => {
    const bytes = readPage(site, of)
    const packedTo: DemoPage['packedTo'] = (degree) => pack(bytes, degree === 'finest').length
    return { html: bytes.toString(), packedTo }
  }
  if (path === '/') return [read(path)]
  const isBelow = (of: string) => of.startsWith(path) && !of.slice(path.length).includes('/')
  return publishedPaths(site).filter(isBelow).map(read)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#lib/server/database/schema.ts'
import type { BuiltApp } from '#lib/server/publish/app/build-output.ts'
import type { CatalogueCache } from './catalogue-cache.ts'
import type { RenderSettings } from '#lib/server/publish/rendered.ts'
import { renderBatch } from './renderer.ts'

/** A route is learnt from its first page; from the second on, its pages are rendered as all later ones are. */
const ROUNDS = 2

/**
 * Renders some of the pages that an edit touches into a temporary folder, so that all that the first edit needs
 * is loaded, learnt and compiled before it comes.
 */
export async function warmUpPages(
  db: Db,
  app: BuiltApp,
  settings: RenderSettings,
  kept: CatalogueCache,
): Promise<void> {
  const siteDir = await mkdtemp(join(tmpdir(), 'kirana-rehearsal-'))
  try {
    const paths = await somePaths(db)
    for (let round = 0; round < ROUNDS; round++) {
      const tasks = paths.map((path) => ({ path, fingerprint: undefined, stamp: 'rehearsal' }))
      await renderBatch(db, app, { ...settings, siteDir }, tasks, kept)
    }
  } finally {
    await rm(siteDir, { recursive: true, force: true })
  }
}

async function somePaths(db: Db): Promise<string[]> {
  const products = await db
    .selectFrom('product')
    .select(['id', 'category_id', 'subcat_id'])
    .where('withdrawn_at', 'is', null)
    .orderBy('number')
    .limit(2)
    .execute()
  const [first] = products
  if (!first) return []
  const subcat = first.subcat_id === null ? [] : [`/subcat/${first.subcat_id}`]
  return [
    ...products.map(({ id }) => `/product/${id}`),
    `/category/${first.category_id}`,
    ...subcat,
    '/',
  ]
}

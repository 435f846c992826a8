import type { FindPages } from '#lib/server/import/apply/applied.ts'
import type { PageChange } from '#lib/server/import/apply/product-names.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { isPart } from './page-parts.ts'
import { inPublishingOrder, pathsNamedBy } from './pages.ts'
import { ReadIndex, touchedBy } from './records/read-index.ts'
import { siteIdOf } from './site/site.ts'

/** Finds the published pages that a change affects: those that read what it names, and those that it creates. */
export function findPages(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): FindPages {
  return async (trx, names) => {
    const index = await ReadIndex.loadFor(trx, siteIdOf(settings), names)
    const readers = withPages(index, index.readersOf(names))
    const named = new Set(await pathsNamedBy(trx, names))
    const touched = inPublishingOrder(withPages(index, await touchedBy(trx, index, names)))
    return touched.map((path): PageChange => {
      if (!readers.has(path)) return { path, change: 'added' }
      const isGone = (isListingOf(path, names) || isContentOf(path, names)) && !named.has(path)
      return { path, change: isGone ? 'removed' : 'changed' }
    })
  }
}

/** The pages among these paths, with all pages that include the parts among them. */
function withPages(index: ReadIndex, paths: Set<string>): Set<string> {
  const parts = [...paths].filter(isPart)
  return new Set([...paths, ...index.readersOf(parts)].filter((path) => !isPart(path)))
}

/** Whether a page belongs to a listing whose members change: it disappears when the list gets shorter. */
function isListingOf(path: string, names: Set<string>): boolean {
  const [, kind, id = ''] = path.split('/')
  if (kind === 'brand') return names.has(`brand:${id}`)
  if (kind === 'offers') return names.has('offers')
  return (kind === 'category' || kind === 'subcat') && names.has(`list:${id}`)
}

/** Whether the change names this very page or article. */
function isContentOf(path: string, names: Set<string>): boolean {
  const [, first = '', second] = path.split('/')
  return names.has(second === undefined ? `content:page:${first}` : `content:blog:${second}`)
}

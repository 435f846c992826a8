import type { ContentEntry, ContentKind, ContentPage } from '#lib/catalogue/content.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** Pages sorted by title; articles newest first. */
export async function loadContent(db: Db, kind: ContentKind): Promise<ContentEntry[]> {
  const rows = await db
    .selectFrom('content_page')
    .select(['id', 'title', 'description', 'published_on', 'changed_at'])
    .where('kind', '=', kind)
    .execute()
  const entries = rows.map(({ id, title, description, published_on, changed_at }) => ({
    ...{ kind, id, title, description },
    publishedOn: published_on,
    changedAt: changed_at,
  }))
  return entries.sort(kind === 'blog' ? byDay : byTitle)
}

/** The text of one page or article; undefined when there is none. */
export async function loadContentPage(
  db: Db,
  kind: ContentKind,
  id: string,
): Promise<ContentPage | undefined> {
  const row = await db
    .selectFrom('content_page')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { title, description, body, published_on, changed_at } = row
  return { kind, id, title, description, body, publishedOn: published_on, changedAt: changed_at }
}

// Sorted here, as the two databases sort text differently.
const byDay = (a: ContentEntry, b: ContentEntry) =>
  (b.publishedOn ?? '').localeCompare(a.publishedOn ?? '') || a.id.localeCompare(b.id, 'en')

const byTitle = (a: ContentEntry, b: ContentEntry) =>
  a.title.localeCompare(b.title, 'en-IN') || a.id.localeCompare(b.id, 'en')

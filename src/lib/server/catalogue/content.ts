import type { ContentEntry, ContentKind, ContentPage } from '#lib/catalogue/content.ts'
import { dayStart } from '#lib/dates.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** Whether visitors see a text at the time `now` (epoch milliseconds): an article waits for the day of its date. */
export const isTextShown = (kind: ContentKind, date: string | null, now: number): boolean =>
  kind === 'page' || date === null || dayStart(date) <= now

/** The texts that visitors see: pages sorted by title; articles newest first. */
export async function loadContent(db: Db, kind: ContentKind): Promise<ContentEntry[]> {
  const rows = await db
    .selectFrom('content_page')
    .select(['id', 'title', 'description', 'published_on', 'changed_at'])
    .where('kind', '=', kind)
    .where('is_shown', '=', 1)
    .execute()
  const entries = rows.map(({ id, title, description, published_on, changed_at }) => ({
    ...{ kind, id, title, description },
    publishedOn: published_on,
    changedAt: visibleSince(kind, published_on, changed_at),
  }))
  return entries.sort(kind === 'blog' ? byDay : byTitle)
}

/** The text of one page or article; undefined when there is none that visitors see. */
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
    .where('is_shown', '=', 1)
    .executeTakeFirst()
  if (!row) return undefined
  const { title, description, body, published_on, changed_at } = row
  const changedAt = visibleSince(kind, published_on, changed_at)
  return { kind, id, title, description, body, publishedOn: published_on, changedAt }
}

/** When the text became what visitors see, in epoch milliseconds: an article may have waited for its day. */
const visibleSince = (kind: ContentKind, date: string | null, changedAt: number): number =>
  kind === 'blog' && date !== null ? Math.max(changedAt, dayStart(date)) : changedAt

// Sorted here, as the two databases sort text differently.
const byDay = (a: ContentEntry, b: ContentEntry) =>
  (b.publishedOn ?? '').localeCompare(a.publishedOn ?? '') || a.id.localeCompare(b.id, 'en')

const byTitle = (a: ContentEntry, b: ContentEntry) =>
  a.title.localeCompare(b.title, 'en-IN') || a.id.localeCompare(b.id, 'en')

import { CONTENT_FOLDERS, CONTENT_KINDS, type ContentKind } from '#lib/catalogue/content.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { writeFrontMatter } from '#lib/server/import/read/front-matter.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { type FormFields, line, type PartFiles } from './parts.ts'

export type ShopText = {
  kind: ContentKind
  id: string
  title: string
  description: string
  date: string
  body: string
}

/** All pages and articles of the shop, sorted by title; `isShown` tells whether visitors see them by now. */
export async function readTexts(db: Db): Promise<(ShopText & { isShown: boolean })[]> {
  const rows = await db.selectFrom('content_page').selectAll().orderBy('title').execute()
  return rows.map(({ kind, id, title, description, body, published_on, is_shown }) => ({
    ...{ kind, id, title, description, body },
    date: published_on ?? '',
    isShown: is_shown === 1,
  }))
}

/** Whether a text names a kind of content. */
export const isContentKind = (text: string): text is ContentKind =>
  CONTENT_KINDS.some((kind) => kind === text)

/** The path of the form that edits this text. */
export function textPath(fields: FormFields): string {
  const { kind = '', id = '' } = fields
  const known: Record<string, string> = fields['isnew'] === 'yes' ? {} : { id }
  return `/desk/content/texts?${new URLSearchParams({ kind, ...known }).toString()}`
}

/** Writes the folder of one kind of text with all its texts, after the form has changed, added or removed one. */
export async function writeTexts(db: Db, fields: FormFields): Promise<PartFiles> {
  const kind = line(fields, 'kind')
  const id = line(fields, 'id')
  if (!isContentKind(kind) || !/^[a-z\d]+(-[a-z\d]+)*$/.test(id)) {
    return { ok: false, error: deskContentTexts.addressWrong }
  }
  const all = (await readTexts(db)).filter((one) => one.kind === kind)
  const others = all.filter((one) => one.id !== id)
  if (fields['isnew'] === 'yes' && others.length < all.length) {
    return { ok: false, error: deskContentTexts.addressTaken(id) }
  }
  const [title, description, date] = ['title', 'description', 'date'].map((n) => line(fields, n))
  const body = (fields['body'] ?? '').replaceAll('\r\n', '\n').trim()
  const own = {
    kind,
    id,
    title: title ?? '',
    description: description ?? '',
    date: date ?? '',
    body,
  }
  const wanted = fields['what'] === 'remove' ? others : [...others, own]
  // A file `.keep` stands for an empty folder, so that removing the last text is not taken for leaving the folder
  // out.
  const keep = wanted.length === 0 ? { [`${CONTENT_FOLDERS[kind]}/.keep`]: '' } : {}
  return { ok: true, files: { ...keep, ...Object.fromEntries(wanted.map(fileOf)) } }
}

function fileOf({ kind, id, title, description, date, body }: ShopText): [string, string] {
  const dated: [string, string][] = date === '' ? [] : [['date', date]]
  const head: [string, string][] = [['title', title], ['description', description], ...dated]
  return [`${CONTENT_FOLDERS[kind]}/${id}.md`, writeFrontMatter(head, body)]
}

import {
  CONTENT_FOLDERS,
  CONTENT_KINDS,
  type ContentKind,
  isAddress,
} from '#lib/catalogue/content.ts'
import { joinFormer, MAX_FORMER, splitFormer } from '#lib/catalogue/former-addresses.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { frontOf } from '#lib/server/import/export/content-export.ts'
import { writeFrontMatter } from '#lib/server/import/read/folder/front-matter.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { type FormFields, line, type PartFiles } from './parts.ts'

export type ShopText = {
  kind: ContentKind
  id: string
  title: string
  description: string
  date: string
  body: string
  /** Addresses that lead to it, as its file names them. */
  formerly: string
}

/** All pages and articles of the shop, sorted by title; `isShown` tells whether visitors see them by now. */
export async function readTexts(db: Db): Promise<(ShopText & { isShown: boolean })[]> {
  const rows = await db.selectFrom('content_page').selectAll().orderBy('title').execute()
  return rows.map(({ kind, id, title, description, body, published_on, formerly, is_shown }) => ({
    ...{ kind, id, title, description, body, formerly },
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
  // The form of a known text has its present address beside the one that it shall have.
  const wished = fields['what'] === 'remove' ? id : line(fields, 'address') || id
  if (!isContentKind(kind) || !isAddress(id) || !isAddress(wished)) {
    return { ok: false, error: deskContentTexts.addressWrong }
  }
  const all = (await readTexts(db)).filter((one) => one.kind === kind)
  const others = all.filter((one) => one.id !== id)
  const isTaken =
    fields['isnew'] === 'yes'
      ? others.length < all.length
      : wished !== id && others.some((one) => one.id === wished)
  if (isTaken) return { ok: false, error: deskContentTexts.addressTaken(wished) }
  const known = all.find((one) => one.id === id)
  const former = splitFormer(known?.formerly ?? '').filter((address) => address !== wished)
  const own = {
    kind,
    id: wished,
    title: line(fields, 'title'),
    description: line(fields, 'description'),
    date: line(fields, 'date'),
    body: (fields['body'] ?? '').replaceAll('\r\n', '\n').trim(),
    formerly: joinFormer([...former, ...(wished === id ? [] : [id])].slice(-MAX_FORMER)),
  }
  const wanted = fields['what'] === 'remove' ? others : [...others, own]
  // A file `.keep` stands for an empty folder, so that removing the last text is not taken for leaving the folder
  // out.
  const keep = wanted.length === 0 ? { [`${CONTENT_FOLDERS[kind]}/.keep`]: '' } : {}
  return { ok: true, files: { ...keep, ...Object.fromEntries(wanted.map(fileOf)) } }
}

function fileOf(text: ShopText): [string, string] {
  const { kind, id, body } = text
  return [`${CONTENT_FOLDERS[kind]}/${id}.md`, writeFrontMatter(frontOf(text), body)]
}

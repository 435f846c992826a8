import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTENT_FOLDERS, isAddress } from '#lib/catalogue/content.ts'
import { splitFormer } from '#lib/catalogue/former-addresses.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { writeWhole } from '#lib/server/write-whole.ts'
import { writeFrontMatter } from '#lib/server/import/read/folder/front-matter.ts'

/**
 * Writes pages/ and blog/ of a catalogue folder. Files that the shop does not have stay, but for those at an earlier
 * address of a text: the next import would bring it back as a text of its own.
 */
export async function exportContent(trx: Trx, folder: string): Promise<void> {
  const rows = await trx.selectFrom('content_page').selectAll().execute()
  const texts = new Set(rows.map(({ kind, id }) => `${kind}:${id}`))
  for (const row of rows) {
    const { kind, id, body } = row
    const target = join(folder, CONTENT_FOLDERS[kind])
    await mkdir(target, { recursive: true })
    const fields = frontOf({ ...row, date: row.published_on ?? '' })
    await writeWhole(join(target, `${id}.md`), writeFrontMatter(fields, body))
    const left = splitFormer(row.formerly).filter((old) => !texts.has(`${kind}:${old}`))
    for (const old of left.filter(isAddress)) await rm(join(target, `${old}.md`), { force: true })
  }
}

type Front = Record<'title' | 'description' | 'date' | 'formerly', string>

/** The front matter of a text; a date and former addresses only if it has them. */
export function frontOf({ title, description, date, formerly }: Front): [string, string][] {
  const fields: [string, string][] = [
    ['title', title],
    ['description', description],
    ['date', date],
    ['formerly', formerly],
  ]
  return fields.filter(
    ([name, value]) => value !== '' || name === 'title' || name === 'description',
  )
}

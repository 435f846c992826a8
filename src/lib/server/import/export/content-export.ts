import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTENT_FOLDERS } from '#lib/catalogue/content.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { writeFrontMatter } from '#lib/server/import/read/front-matter.ts'

/** Writes pages/ and blog/ of a catalogue folder; files that the shop does not have stay. */
export async function exportContent(trx: Trx, folder: string): Promise<void> {
  const rows = await trx.selectFrom('content_page').selectAll().execute()
  for (const { kind, id, title, description, published_on: date, body } of rows) {
    const target = join(folder, CONTENT_FOLDERS[kind])
    await mkdir(target, { recursive: true })
    const dated: [string, string][] = date === null ? [] : [['date', date]]
    const fields: [string, string][] = [['title', title], ['description', description], ...dated]
    const temporary = join(target, `.${id}.${process.pid}.tmp`)
    await writeFile(temporary, writeFrontMatter(fields, body))
    await rename(temporary, join(target, `${id}.md`))
  }
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { noteRunning } from '#lib/server/settings/running.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { fill, namesIn, shop } from '#tests/support/backups.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

const BREAKS: Record<string, (bytes: Buffer) => Buffer> = {
  'of zeros': (bytes) => bytes.fill(0),
  'whose first page is damaged': (bytes) => bytes.fill(7, 0, 4096),
  'cut off': (bytes) => bytes.subarray(0, bytes.length / 2),
}

for (const [how, damage] of Object.entries(BREAKS)) {
  test(`a database ${how} is replaced by a copy and kept beside it, but not under a running server (E10)`, async () => {
    await using source = await openSqlite()
    await fill(source, ['Toor dal'])
    const folder = join(newFolder(), 'copy')
    await shop(['backup', folder], source)
    await source.db.destroy()
    const broken = damage(readFileSync(source.url))
    writeFileSync(source.url, broken)
    const closed = noteRunning(readSettings({ DATA_DIR: source.dataDir }))
    const refused = await shop(['restore', folder], source)
    expect([refused.code, refused.err]).toEqual([1, 'The shop is open. Stop it, then restore.\n'])
    closed()
    expect(await shop(['restore', folder], source)).toMatchObject({ code: 0, err: '' })
    const db = openDatabase(source.url)
    expect(await namesIn(db)).toEqual(['Toor dal'])
    await db.destroy()
    const kept = readdirSync(source.dataDir).find((name) => name.startsWith('before-restore-'))
    expect(readFileSync(join(source.dataDir, kept ?? '', 'shop.db')).equals(broken)).toBe(true)
  })
}

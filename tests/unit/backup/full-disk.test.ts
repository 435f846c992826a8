import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastBackup } from '#lib/server/backup/last-backup.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { fill, namesIn, shop } from '#tests/support/backups.ts'
import { forEachDatabase, openPostgres, openSqlite } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

/** Makes a file larger than any disk, which takes no room itself. */
function growBeyondDisk(file: string): void {
  writeFileSync(file, '')
  truncateSync(file, 2 ** 43)
}

forEachDatabase((open) => {
  test('a copy for which the disk has no room is not begun, and nothing of it stays (E10, F35)', async () => {
    await using source = await open()
    await fill(source, ['Toor dal'])
    growBeyondDisk(join(source.dataDir, 'uploads/large.webp'))
    const target = newFolder()
    const { code, err } = await shop(['backup', join(target, 'copy')], source)
    expect([code, err]).toEqual([
      1,
      `The disk of ${join(target, 'copy')} has too little room for a copy. Make room, or name a folder on another disk.\n`,
    ])
    expect(readdirSync(target)).toEqual([])
    expect(lastBackup(source.dataDir)).toBeUndefined()
  })

  test('a copy for which DATA_DIR has no room is not restored, and nothing of it stays (E10, F35)', async () => {
    await using source = await open()
    await fill(source, ['Toor dal'])
    const folder = join(newFolder(), 'copy')
    await shop(['backup', folder], source)
    growBeyondDisk(join(folder, 'uploads/picture.webp'))
    await using target = await open()
    await target.db.destroy()
    const { code, err } = await shop(['restore', folder], target)
    expect([code, err]).toEqual([
      1,
      'The disk of DATA_DIR has too little room for the copy. Make room, then restore.\n',
    ])
    expect(existsSync(join(target.dataDir, 'restore.partial'))).toBe(false)
  })
})

test('a database of PostgreSQL is taken to be as large as in the copy before (E10, F35)', async () => {
  await using source = await openPostgres()
  await fill(source, ['Toor dal'])
  const place = newFolder()
  expect((await shop(['backup', join(place, 'monday')], source)).code).toBe(0)
  growBeyondDisk(join(place, 'monday/shop.db'))
  const { code, err } = await shop(['backup', join(place, 'tuesday')], source)
  expect([code, err]).toEqual([1, expect.stringContaining('has too little room for a copy')])
  expect(readdirSync(place)).toEqual(['monday'])
})

test('a copy or restore that breaks off gives its room back (E10, F35)', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const target = newFolder()
  expect((await shop(['backup', join(target, 'copy')], source)).code).toBe(0)
  const madeAt = lastBackup(source.dataDir)
  // Neither can be copied: the first breaks a backup off, the second a restore.
  await using first = createServer().listen(join(source.dataDir, 'uploads/socket'))
  mkdirSync(join(target, 'copy/outbox'))
  await using second = createServer().listen(join(target, 'copy/outbox/socket'))
  await Promise.all([once(first, 'listening'), once(second, 'listening')])
  expect(await shop(['backup', join(target, 'broken')], source)).toMatchObject({ code: 1 })
  expect(readdirSync(target)).toEqual(['copy'])
  expect(lastBackup(source.dataDir)).toBe(madeAt)
  await source.db.destroy()
  expect(await shop(['restore', join(target, 'copy')], source)).toMatchObject({ code: 1 })
  expect(existsSync(join(source.dataDir, 'restore.partial'))).toBe(false)
  const db = openDatabase(source.url)
  expect(await namesIn(db)).toEqual(['Toor dal'])
  await db.destroy()
})

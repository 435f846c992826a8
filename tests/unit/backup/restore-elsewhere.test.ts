import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { fill, namesIn, shop } from '#tests/support/backups.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/import-files.ts'

/** A backup of a small shop. */
async function backedUp(open: () => Promise<TestDatabase>): Promise<string> {
  await using source = await open()
  await fill(source, ['Toor dal'])
  const folder = join(newFolder(), 'copy')
  expect((await shop(['backup', folder], source)).code).toBe(0)
  return folder
}

/** Links the pictures of a shop to a folder elsewhere, in which there is one. */
function linkUploads({ dataDir }: Pick<TestDatabase, 'dataDir'>): string {
  const elsewhere = join(newFolder(), 'pictures')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'older.webp'), 'an older picture')
  symlinkSync(elsewhere, join(dataDir, 'uploads'))
  return elsewhere
}

const isLink = (path: string) => lstatSync(path).isSymbolicLink()

forEachDatabase((open) => {
  test('pictures that are linked to another disk are restored there, and stay linked (E10)', async () => {
    const folder = await backedUp(open)
    await using target = await open()
    await target.db.destroy()
    const elsewhere = linkUploads(target)
    expect(await shop(['restore', folder], target)).toMatchObject({ code: 0, err: '' })
    expect(isLink(join(target.dataDir, 'uploads'))).toBe(true)
    expect(readdirSync(elsewhere).toSorted()).toEqual(['older.webp', 'picture.webp'])
    expect(readFileSync(join(elsewhere, 'picture.webp'), 'utf8')).toBe('a picture')
  })
})

test('while the disk that pictures are linked to is away, nothing is restored (E10)', async () => {
  const folder = await backedUp(openSqlite)
  await using target = await openSqlite()
  await fill(target, ['Was there before'])
  await target.db.destroy()
  const uploads = join(target.dataDir, 'uploads')
  rmSync(uploads, { recursive: true })
  symlinkSync('/nowhere/pictures', uploads)
  const { code, err } = await shop(['restore', folder], target)
  expect([code, err]).toEqual([
    1,
    'DATA_DIR/uploads is a link to what is not there. Mount its disk, then restore.\n',
  ])
  expect(isLink(uploads)).toBe(true)
  const db = openDatabase(target.url)
  expect(await namesIn(db)).toEqual(['Was there before'])
  await db.destroy()
})

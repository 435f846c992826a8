import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { fill, namesIn, shop } from '#tests/support/backups.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

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

test('a disk of pictures without room for the missing ones is named before anything changes (E10, F35)', async () => {
  const folder = await backedUp(openSqlite)
  await using target = await openSqlite()
  await fill(target, ['Was there before'])
  await target.db.destroy()
  rmSync(join(target.dataDir, 'uploads'), { recursive: true })
  const elsewhere = linkUploads(target)
  truncateSync(join(folder, 'uploads/picture.webp'), 2 ** 43)
  const { code, err } = await shop(['restore', folder], target)
  expect([code, err]).toEqual([
    1,
    'The disk of DATA_DIR/uploads has too little room for the copy. Make room, then restore.\n',
  ])
  expect(readdirSync(elsewhere)).toEqual(['older.webp'])
  const db = openDatabase(target.url)
  expect(await namesIn(db)).toEqual(['Was there before'])
  await db.destroy()
})

test('pictures that are on their own disk already need no room for a restore (E10, F35)', async () => {
  const folder = await backedUp(openSqlite)
  await using target = await openSqlite()
  await target.db.destroy()
  const elsewhere = linkUploads(target)
  // More than any disk has; takes no room itself.
  for (const place of [join(folder, 'uploads'), elsewhere]) {
    writeFileSync(join(place, 'large.webp'), '')
    truncateSync(join(place, 'large.webp'), 2 ** 43)
  }
  expect(await shop(['restore', folder], target)).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(elsewhere).toSorted()).toEqual(['large.webp', 'older.webp', 'picture.webp'])
})

test('a restore that is killed while it moves pictures on their disk is finished, once that disk is there (E10)', async () => {
  const folder = await backedUp(openSqlite)
  await using target = await openSqlite()
  await fill(target, ['Was there before'])
  await target.db.destroy()
  const uploads = join(target.dataDir, 'uploads')
  rmSync(uploads, { recursive: true })
  const elsewhere = linkUploads(target)
  // It stops at the first picture, as a folder has its name.
  const obstacle = join(elsewhere, 'picture.webp')
  mkdirSync(join(obstacle, 'folder'), { recursive: true })
  expect(await shop(['restore', folder], target)).toMatchObject({ code: 1 })
  rmSync(obstacle, { recursive: true })
  rmSync(uploads)
  mkdirSync(uploads)
  const away = await shop(['status'], target)
  expect([away.code, away.err]).toEqual([
    1,
    expect.stringContaining(`A restore is not finished: mount the disk of ${uploads}`),
  ])
  rmSync(uploads, { recursive: true })
  symlinkSync(elsewhere, uploads)
  expect(await shop(['status'], target)).toMatchObject({ code: 0 })
  expect(readdirSync(elsewhere).toSorted()).toEqual(['older.webp', 'picture.webp'])
  const db = openDatabase(target.url)
  expect(await namesIn(db)).toEqual(['Toor dal'])
  await db.destroy()
})

test('a restore that breaks off leaves nothing where pictures are linked to (E10)', async () => {
  const folder = await backedUp(openSqlite)
  await using target = await openSqlite()
  await target.db.destroy()
  const elsewhere = linkUploads(target)
  // It cannot be copied, and is so after the pictures.
  mkdirSync(join(folder, 'outbox'))
  await using socket = createServer().listen(join(folder, 'outbox/socket'))
  await once(socket, 'listening')
  expect(await shop(['restore', folder], target)).toMatchObject({ code: 1 })
  expect(readdirSync(elsewhere)).toEqual(['older.webp'])
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
    'DATA_DIR/uploads is a link whose target is missing. Mount its disk, then restore.\n',
  ])
  expect(isLink(uploads)).toBe(true)
  const db = openDatabase(target.url)
  expect(await namesIn(db)).toEqual(['Was there before'])
  await db.destroy()
})

import {
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fill, shop } from '#tests/support/backups.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

test('pictures that the last copy has take room once, and stay when that copy goes (E10)', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const place = newFolder()
  const [first, second] = [join(place, 'monday'), join(place, 'tuesday')]
  expect((await shop(['backup', first], source)).code).toBe(0)
  writeFileSync(join(source.dataDir, 'uploads/new.webp'), 'another')
  expect(await shop(['backup', second, '--json'], source)).toMatchObject({ out: '{"files":3}\n' })
  const inodeOf = (folder: string) => statSync(join(folder, 'uploads/picture.webp')).ino
  expect(inodeOf(second)).toBe(inodeOf(first))
  expect(inodeOf(second)).not.toBe(inodeOf(source.dataDir))
  rmSync(first, { recursive: true })
  await source.db.destroy()
  expect((await shop(['restore', second], source)).code).toBe(0)
  const restored = (name: string) => readFileSync(join(source.dataDir, 'uploads', name), 'utf8')
  expect([restored('picture.webp'), restored('new.webp')]).toEqual(['a picture', 'another'])
  expect(inodeOf(source.dataDir)).not.toBe(inodeOf(second))
})

test('a picture that is cut off in the last copy is copied anew (E10)', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const place = newFolder()
  await shop(['backup', join(place, 'monday')], source)
  truncateSync(join(place, 'monday/uploads/picture.webp'), 3)
  expect((await shop(['backup', join(place, 'tuesday')], source)).code).toBe(0)
  const copied = readFileSync(join(place, 'tuesday/uploads/picture.webp'), 'utf8')
  expect(copied).toBe('a picture')
})

test('pictures that are on another disk are copied each night, too (E10)', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const elsewhere = join(newFolder(), 'uploads')
  renameSync(join(source.dataDir, 'uploads'), elsewhere)
  symlinkSync(elsewhere, join(source.dataDir, 'uploads'))
  const place = newFolder()
  for (const night of ['monday', 'tuesday']) {
    expect(await shop(['backup', join(place, night)], source)).toMatchObject({ code: 0 })
    expect(readFileSync(join(place, night, 'uploads/picture.webp'), 'utf8')).toBe('a picture')
  }
})

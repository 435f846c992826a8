import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { fill, namesIn, shop } from '#tests/support/backups.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

forEachDatabase((open) => {
  test('a backup of an open shop brings products, shoppers and uploads back (E10)', async () => {
    await using source = await open()
    await fill(source, ['Toor dal', 'Urad dal'])
    const folder = join(newFolder(), 'copy')
    const made = await shop(['backup', folder, '--json'], source)
    expect(made).toMatchObject({ code: 0, out: '{"files":2}\n' })
    await source.db.deleteFrom('user').execute()

    await using target = await open()
    await target.db.destroy()
    expect(await shop(['restore', folder, '--json'], target)).toMatchObject({
      code: 0,
      out: '{"files":2,"refusedRefunds":[]}\n',
    })
    const db = openDatabase(target.url)
    expect(await namesIn(db)).toEqual(['Toor dal', 'Urad dal'])
    const { created_at, email_verified } = await db
      .selectFrom('user')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([Boolean(email_verified), new Date(created_at).toISOString()]).toEqual([
      true,
      '2026-11-21T06:30:00.000Z',
    ])
    // Its revision is higher than any that a browser has seen after the backup, so browsers take this cart for
    // newer.
    const { revision } = await db.selectFrom('cart').select('revision').executeTakeFirstOrThrow()
    expect(revision).toBeGreaterThan(7)
    // Numbers of bills skip those that may have been given out between backup and restore.
    const series = await db.selectFrom('bill_series').select(['kind', 'last']).execute()
    expect(Object.fromEntries(series.map(({ kind, last }) => [kind, last]))).toEqual({
      ...{ invoice: 2000, supply: 1000, credit: 1000 },
    })
    await db.destroy()
    expect(readFileSync(join(target.dataDir, 'uploads/picture.webp'), 'utf8')).toBe('a picture')
  })

  test('a restore that was killed after the database, or while it tidied up, can be finished (F41)', async () => {
    await using source = await open()
    await fill(source, ['Toor dal'])
    const folder = join(newFolder(), 'copy')
    await shop(['backup', folder], source)
    await using target = await open()
    await target.db.destroy()
    expect((await shop(['restore', folder], target)).code).toBe(0)
    rmSync(join(target.dataDir, 'uploads'), { recursive: true })
    mkdirSync(join(target.dataDir, 'restore.ready'))
    expect((await shop(['restore', folder], target)).code).toBe(0)
    expect(readFileSync(join(target.dataDir, 'uploads/picture.webp'), 'utf8')).toBe('a picture')
    expect((await shop(['status'], target)).code).toBe(0)
    expect(existsSync(join(target.dataDir, 'restore.ready'))).toBe(false)
  })

  test('a backup does not write over what is there, and a folder that is none is refused', async () => {
    await using source = await open()
    await fill(source, ['Toor dal'])
    const full = newFolder()
    writeFileSync(join(full, 'letter.txt'), 'mine')
    expect(await shop(['backup', full], source)).toMatchObject({ code: 1 })
    expect(readdirSync(full)).toEqual(['letter.txt'])
    const { code, err } = await shop(['restore', full], source)
    expect([code, err]).toEqual([1, `${full} is not a complete backup of a shop.\n`])
    expect(await namesIn(source.db)).toEqual(['Toor dal'])
  })
})

test('a shop that is open is not restored over, and one that is closed is kept', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const folder = join(newFolder(), 'copy')
  await shop(['backup', folder], source)
  await importRows(source, [{ sku: 'new', name: 'Newer', category: 'Pulses', price: '1' }])

  const refused = await shop(['restore', folder], source)
  expect([refused.code, refused.err]).toEqual([1, 'The shop is open. Stop it, then restore.\n'])
  await source.db.destroy()
  const restored = await shop(['restore', folder], source)
  expect(restored.code).toBe(0)
  const db = openDatabase(source.url)
  expect(await namesIn(db)).toEqual(['Toor dal'])
  await db.destroy()
  const kept = readdirSync(source.dataDir).find((name) => name.startsWith('before-restore-'))
  expect(restored.out).toContain(`is kept in ${join(source.dataDir, kept ?? '')}.`)
  const old = openDatabase(join(source.dataDir, kept ?? '', 'shop.db'))
  expect(await namesIn(old)).toEqual(['Newer', 'Toor dal'])
  await old.destroy()
  const empty = newFolder()
  const fresh = await shop(['restore', folder], { dataDir: empty, url: '' })
  expect([fresh.code, fresh.out]).toEqual([0, expect.not.stringContaining('previous shop')])
  expect(readdirSync(empty).filter((name) => name.startsWith('before-restore'))).toEqual([])
})

test('a restore that is killed leaves the old shop or the new one, whole', async () => {
  const backupFolder = join(newFolder(), 'copy')
  {
    await using source = await openSqlite()
    await fill(source, ['From the backup'])
    await shop(['backup', backupFolder], source)
  }
  for (const delay of [0, 60, 120, 180, 240, 300]) {
    await using target = await openSqlite()
    await fill(target, ['Was there before'])
    await target.db.destroy()
    writeFileSync(join(target.dataDir, 'uploads/picture.webp'), 'the picture of before')
    const child = spawn(process.execPath, [join(ROOT, 'bin/shop.ts'), 'restore', backupFolder], {
      env: { PATH: process.env['PATH'], DATA_DIR: target.dataDir },
      stdio: 'ignore',
    })
    const ended = once(child, 'close')
    await Promise.race([ended, pause(delay)])
    child.kill('SIGKILL')
    await ended
    expect((await shop(['status'], target)).code).toBe(0)
    const db = new DatabaseSync(target.url)
    const { name } = db.prepare('select name from product').get() ?? {}
    const picture = readFileSync(join(target.dataDir, 'uploads/picture.webp'), 'utf8')
    expect([
      ['From the backup', 'a picture'],
      ['Was there before', 'the picture of before'],
    ]).toContainEqual([name, picture])
    expect(db.prepare('pragma integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
    db.close()
    expect(existsSync(join(target.dataDir, 'restore.ready'))).toBe(false)
  }
})

test('a backup holds no mail whose time is past', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const now = new Date().toISOString().replaceAll(/[:.]/g, '-')
  mkdirSync(join(source.dataDir, 'outbox'))
  for (const time of ['2026-01-01T10-00-00-000Z', now]) {
    writeFileSync(join(source.dataDir, 'outbox', `${time}-a.eml`), 'Subject: Order K7M2Q')
  }
  const folder = join(newFolder(), 'copy')
  expect((await shop(['backup', folder], source)).code).toBe(0)
  expect(readdirSync(join(folder, 'outbox'))).toEqual([`${now}-a.eml`])
})

test('a damaged backup is refused, and nothing changes', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const folder = join(newFolder(), 'copy')
  await shop(['backup', folder], source)
  const file = join(folder, 'shop.db')
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(7, 4096, 16_384))
  await source.db.destroy()
  const before = readdirSync(source.dataDir).toSorted()
  const { code, err } = await shop(['restore', folder], source)
  expect([code, err]).toEqual([1, `The database in ${folder} is damaged. Take another backup.\n`])
  const isPassing = (name: string) => /-(wal|shm)$/.test(name)
  const after = readdirSync(source.dataDir).toSorted()
  expect(after.filter((name) => !isPassing(name))).toEqual(
    before.filter((name) => !isPassing(name)),
  )
  const db = openDatabase(source.url)
  expect(await namesIn(db)).toEqual(['Toor dal'])
  await db.destroy()
  expect(readFileSync(join(source.dataDir, 'uploads/picture.webp'), 'utf8')).toBe('a picture')
})

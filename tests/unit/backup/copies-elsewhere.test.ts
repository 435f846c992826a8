import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { isPostgres, openDatabase } from '#lib/server/database/database.ts'
import { fill, namesIn, shop } from '#tests/support/backups.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'
import { envOf } from '#tests/support/shop-command.ts'

/** The number of the user nobody; root may read and write everything. */
const NOBODY = 65_534
const USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Runs a command as a user who may not do everything. */
async function shopAsUser(args: string[], place: Pick<TestDatabase, 'dataDir' | 'url'>) {
  if (USER.uid) chownSync(place.dataDir, USER.uid, USER.gid)
  const child = spawn(process.execPath, [join(ROOT, 'bin/shop.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...envOf(place) },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...USER,
  })
  const [err] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, err }
}

/** A folder that all users may look into. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

forEachDatabase((open) => {
  test('a copy that may only be read is restored and stays as it is; one that may not be read is said to be that (E10)', async () => {
    await using source = await open()
    await fill(source, ['Toor dal'])
    const folder = join(openFolder(), 'copy')
    await shop(['backup', folder], source)
    const [file, manifest] = [join(folder, 'shop.db'), join(folder, 'backup.json')]
    const before = readFileSync(file)
    for (const [path, mode] of Object.entries({ [manifest]: 0, [file]: 0o444, [folder]: 0o555 }))
      chmodSync(path, mode)
    onTestFinished(() => chmodSync(folder, 0o755))
    await using target = await open()
    await target.db.destroy()
    const place = isPostgres(target.url) ? target : { ...target, dataDir: newFolder() }
    const { code, err } = await shopAsUser(['restore', folder], place)
    expect([code, err]).toEqual([1, `${manifest}: this may not be read or written\n`])
    chmodSync(manifest, 0o444)
    expect(await shopAsUser(['restore', folder], place)).toEqual({ code: 0, err: '' })
    // Migrated, it would be of no use to the release that made it: there would be no way back.
    expect(readFileSync(file).equals(before)).toBe(true)
    const db = openDatabase(isPostgres(place.url) ? place.url : join(place.dataDir, 'shop.db'))
    expect(await namesIn(db)).toEqual(['Toor dal'])
    await db.destroy()
  })
})

test('a copy that has lost files is only restored when asked for (E10)', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const folder = join(newFolder(), 'copy')
  await shop(['backup', folder], source)
  rmSync(join(folder, 'uploads/picture.webp'))
  await source.db.destroy()
  const { code, err } = await shop(['restore', folder], source)
  expect([code, err]).toEqual([
    1,
    `${folder} lacks 1 file that it had when it was made. Fetch the backup again, or restore without these files: --incomplete.\n`,
  ])
  expect(readFileSync(join(source.dataDir, 'uploads/picture.webp'), 'utf8')).toBe('a picture')
  expect(await shop(['restore', folder, '--incomplete'], source)).toMatchObject({ code: 0 })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastBackup } from '#lib/server/backup/last-backup.ts'
import { ROOT } from '#lib/server/build/root.ts'
import { fill } from '#tests/support/backups.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

/** PostgreSQL's address in a file, as a service has it: the rehearsal must not go there. */
function databaseOf({ url }: TestDatabase): NodeJS.ProcessEnv {
  if (!url.startsWith('postgres')) return {}
  const secret = join(newFolder(), 'database-url')
  writeFileSync(secret, url)
  return { DATABASE_URL_FILE: secret }
}

async function makeNightly(source: TestDatabase, target: string): Promise<unknown> {
  const env = { PATH: process.env['PATH'], DATA_DIR: source.dataDir, ...databaseOf(source) }
  const child = spawn(join(ROOT, 'deploy/backup.sh'), [target], { env, stdio: 'ignore' })
  const [code]: unknown[] = await once(child, 'close')
  return code
}

/** A shop whose pages are copied as they are: only a restore sees the damage. */
async function openDamaged(): Promise<TestDatabase> {
  const source = await openSqlite()
  await fill(source, ['Toor dal'])
  await source.db.destroy()
  writeFileSync(source.url, readFileSync(source.url).fill(7, 4096, 16_384))
  return source
}

/** A folder with the copies of so many nights. */
function afterNights(count: number) {
  const target = newFolder()
  const days = Array.from({ length: count }, (_, at) => `2025-01-${10 + at}T02-30-00`)
  for (const name of days) mkdirSync(join(target, name))
  return { target, days }
}

forEachDatabase((open) => {
  test('a night’s copy is rehearsed and thirteen before it kept, and what was cut short goes (E10)', async () => {
    await using source = await open()
    await fill(source, ['Toor dal'])
    const target = newFolder()
    const days = Array.from({ length: 15 }, (_, at) => `2025-01-${10 + at}T02-30-00`)
    const cutShort = ['2025-02-01T02-30-00.partial', '2025-02-02T02-30-00.rehearsal']
    for (const name of [...days, ...cutShort]) mkdirSync(join(target, name))
    expect(await makeNightly(source, target)).toBe(0)
    const kept = readdirSync(target).toSorted()
    expect(kept.slice(0, 13)).toEqual(days.slice(2))
    expect(kept.slice(13)).toEqual([expect.stringMatching(/^20\d\d-[\dT-]+$/)])
    const noted = source.db.selectFrom('payment_walk').selectAll()
    expect(await noted.execute(), 'what a restore would have noted').toEqual([])
    expect(lastBackup(source.dataDir)).toBeGreaterThan(0)
  })
})

test('nights whose copies cannot be restored keep the last that could, no more than fourteen, and Today tells of no new one (E10)', async () => {
  await using source = await openDamaged()
  const { target, days } = afterNights(16)
  writeFileSync(join(target, '2025-01-10T02-30-00/rehearsed'), '')
  writeFileSync(join(target, '2025-01-11T02-30-00/rehearsed'), '')
  expect(await makeNightly(source, target)).toBe(1)
  const kept = readdirSync(target).toSorted()
  expect(kept.slice(0, 14)).toEqual(['2025-01-11T02-30-00', ...days.slice(3)])
  expect(kept.slice(14)).toEqual([expect.stringMatching(/^20\d\d-[\dT-]+$/)])
  expect(lastBackup(source.dataDir)).toBeUndefined()
})

test('while no copy says that it could be restored, those of a former release stay, and the newest (E10)', async () => {
  await using source = await openDamaged()
  const { target, days } = afterNights(16)
  expect(await makeNightly(source, target)).toBe(1)
  const kept = readdirSync(target).toSorted()
  expect(kept.slice(0, 13)).toEqual(days.slice(0, 13))
  expect(kept.slice(13)).toEqual([expect.stringMatching(/^20(?!25-01)\d\d-[\dT-]+$/)])
})

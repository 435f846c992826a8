import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { fill, shop } from '#tests/support/backups.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

/** Restores a copy, and writes so many bills afterwards. @returns the numbers of the first and the last */
async function restoreAndSell(folder: string, target: TestDatabase, bills: number) {
  expect((await shop(['restore', folder], target)).code).toBe(0)
  const db = openDatabase(target.url)
  const before = await lastInvoice(db)
  await db
    .updateTable('bill_series')
    .set({ last: before + bills })
    .where('kind', '=', 'invoice')
    .execute()
  await db.destroy()
  return [before + 1, before + bills] as const
}

async function lastInvoice(db: Db): Promise<number> {
  const series = db.selectFrom('bill_series').select('last').where('kind', '=', 'invoice')
  return (await series.executeTakeFirstOrThrow()).last
}

forEachDatabase((open) => {
  test('a second restore of a copy on the same day, over a lost database, gives no bill number twice (E10)', async () => {
    await using source = await open()
    await fill(source, ['Toor dal'])
    const folder = join(newFolder(), 'copy')
    await shop(['backup', folder], source)
    await using first = await open()
    await first.db.destroy()
    const [, last] = await restoreAndSell(folder, first, 40)
    await using second = await open()
    await second.db.destroy()
    rmSync(join(first.dataDir, 'shop.db'), { force: true })
    const there = first.url.startsWith('postgres') ? second.url : first.url
    const [next] = await restoreAndSell(folder, { ...first, url: there }, 1)
    expect(next).toBeGreaterThan(last)
  })
})

test('a restore over a database that can be read passes all its bill numbers (E10)', async () => {
  await using source = await openSqlite()
  await fill(source, ['Toor dal'])
  const folder = join(newFolder(), 'copy')
  await shop(['backup', folder], source)
  await source.db.updateTable('bill_series').set({ last: 7_654 }).execute()
  await source.db.destroy()
  const [next] = await restoreAndSell(folder, source, 1)
  expect(next).toBeGreaterThan(7_654)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDraft } from '#lib/server/database/draft.ts'
import { PreviewSession } from '#lib/server/desk/preview-session.ts'
import { runTask } from '#lib/server/desk/run-task.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { openPostgres, openSqlite } from '#tests/support/databases/database.ts'
import { bring, openDesk, type TestDesk } from '#tests/support/open-desk.ts'

const LIST = 'sku,name,category,price\nDAL,Toor dal,Pulses,120\n'

/** Asks for the page of the list's product, as the desk's thread does. */
async function see({ db, settings }: TestDesk, id: string, looks: PreviewSession) {
  const how = { format: 'kirana' as const, withdraws: false, base: 0, isAsIs: false, map: null }
  const source = { id, name: 'prices.csv', ...how }
  const work = { db, settings, looks, onProgress: () => {} }
  return runTask(work, { kind: 'preview', source, path: '/product/toor-dal' })
}

test('pages of a list are shown from a new draft once the held one lost its connection', async () => {
  await using at = await openDesk(openPostgres)
  const id = await bring(at, LIST)
  const looks = new PreviewSession()
  expect(await see(at, id, looks)).toMatchObject({ status: 200 })
  const held = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`
  expect((await held.execute(at.db)).rows.length).toBeGreaterThan(0)
  expect(await see(at, id, looks)).toMatchObject({ status: 200 })
  await looks.end()
})

test('a draft that is held and forgotten is ended by the database', async () => {
  await using shop = await openPostgres()
  await using draft = await openDraft(shop.db)
  const limit = sql<{ limit: string }>`
    select current_setting('idle_in_transaction_session_timeout') as limit`
  expect((await limit.execute(draft.db)).rows).toEqual([{ limit: '3min' }])
})

test('a page of a list is shown also where the shop changes just as it is asked for', async () => {
  await using at = await openDesk()
  const id = await bring(at, LIST)
  /** Changes the shop as soon as a look was not found. */
  class Overtaken extends PreviewSession {
    changes = 0
    override find(key: string) {
      using shop = new DatabaseSync(at.url)
      if (this.changes++ === 0) shop.exec('update catalogue_version set version = version + 1')
      return super.find(key)
    }
  }
  const looks = new Overtaken()
  expect(await see(at, id, looks)).toMatchObject({ status: 200 })
  await looks.end()
})

test('a held draft that does not end is not waited for', async () => {
  await using shop = await openSqlite()
  const file = join(shop.dataDir, 'list.csv')
  writeFileSync(file, LIST)
  const looks = new PreviewSession(20)
  await looks.begin('one', async (onLook) => {
    await importCatalogue(shop.db, file, { dataDir: shop.dataDir, dryRun: true, onLook })
    return new Promise(() => {})
  })
  expect(looks.find('one')).toBeDefined()
  await looks.end()
  expect(looks.find('one')).toBeUndefined()
})

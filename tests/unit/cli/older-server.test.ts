import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteRunning } from '#lib/server/settings/running.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf } from '#tests/support/lists/import-files.ts'
import { envOf } from '#tests/support/shop-command.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

/** Makes the database one that the newest migration has not changed yet, as far as it knows. */
async function forgetNewest({ db }: TestDatabase): Promise<void> {
  await sql`delete from kysely_migration
    where name = (select max(name) from kysely_migration)`.execute(db)
}

forEachDatabase((open) => {
  test('commands of a newer release leave the database as it is while an older one runs the shop (F39)', async () => {
    await using shop = await open()
    await forgetNewest(shop)
    const closed = noteRunning(readSettings(envOf(shop)))
    const list = folderOf({ 'products.csv': 'sku,name,category,price\nA,Toor dal,Pulses,120\n' })
    for (const args of [['check', list], ['status'], ['export', `${list}/out`], ['newsletter']]) {
      const { code, err } = await shopOver(shop, ...args)
      expect([args[0], code, err]).toEqual([
        args[0],
        1,
        'The running shop is of an older release than this command, which would change its database. Restart the shop with this release, or use the command of the other.\n',
      ])
    }
    closed()
    const { err } = await shopOver(shop, 'status')
    expect(err, 'a closed shop is migrated').not.toContain('older release')
  })
})

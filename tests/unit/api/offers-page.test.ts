import { expect, test } from 'vitest'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { visitPage } from '#tests/support/rendered-shop.ts'

test('the offers are for search engines once there are any', async () => {
  await using shop = await openSqlite()
  await fill(shop.db, ['staples'], [productRow({ number: 1 })])
  expect(await visitPage(shop, '/offers')).toContain('content="noindex"')
  await shop.db.updateTable('product').set({ oldprice_paise: 20_000 }).execute()
  expect(await visitPage(shop, '/offers')).not.toContain('content="noindex"')
})

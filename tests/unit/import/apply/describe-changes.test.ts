import { expect, test } from 'vitest'
import { alarmsOf } from '#lib/server/import/apply/describe/alarms.ts'
import { describeChanges } from '#lib/server/import/apply/describe/describe-changes.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'

const ROWS = 100_000

forEachDatabase((open) => {
  test('what a list of 100,000 rows changes is told, price by price, and what looks like a slip', async () => {
    await using shop = await open()
    await importRows(shop, [{ sku: 'DAL-1' }])
    const { id } = await shop.db.selectFrom('product').select('id').executeTakeFirstOrThrow()
    const log = Array.from({ length: ROWS }, (_, at): LoggedChange => ({
      ...{ kind: 'product', key: at === 0 ? id : `product-${at}` },
      before: { price_paise: 1000 + at, brand: 'Aangan' },
      after: { price_paise: (1000 + at) * 100, brand: '' },
    }))
    const changes = await describeChanges(shop.db, log)
    expect(changes).toHaveLength(2 * ROWS)
    expect(changes[0]).toEqual({
      ...{ what: 'product Toor dal', sku: 'DAL-1', field: 'price', old: '10.00', new: '1000.00' },
    })
    const alarms = alarmsOf({ changes, withdrawn: 0, products: ROWS })
    expect(alarms.map(({ count }) => count)).toEqual([ROWS, ROWS, ROWS])
  })
})

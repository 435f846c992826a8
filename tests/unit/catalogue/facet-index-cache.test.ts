import { expect, test } from 'vitest'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { FacetIndexCache } from '#lib/server/catalogue/facet-index/facet-index-cache.ts'
import { loadNarrowing } from '#lib/server/catalogue/facet-index/load-facet-index.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

forEachDatabase((open) => {
  test('what was announced counts in the shelf of a thread that publishes as in the database', async () => {
    await using shop = await open()
    const rows = [1, 2, 3].map((number) => productRow({ number, stock: number }))
    await fill(shop.db, ['staples', 'drinks'], rows)
    const kept = new FacetIndexCache(shop.db)
    const place = { categoryId: 'staples' }
    const isEqual = async () => {
      const counted = await kept.narrowing(place)
      expect(counted).toEqual(await loadNarrowing(shop.db, place))
      return counted.counts
    }
    const change = (number: number, to: Record<string, unknown>) =>
      shop.db.transaction().execute(async (trx) => {
        const product = trx.updateTable('product').set(to).where('number', '=', number)
        const { id } = await product.returning('id').executeTakeFirstOrThrow()
        await announceChange(trx, [`product:${id}`])
      })
    expect((await isEqual()).instock).toMatchObject([{ count: 3 }])
    await change(1, { stock: 0, brand: 'Zeera' })
    expect((await isEqual()).instock).toMatchObject([{ count: 2 }])
    await change(2, { withdrawn_at: 5 })
    expect((await isEqual()).instock).toMatchObject([{ count: 1 }])
    await change(3, { category_id: 'drinks' })
    expect((await isEqual()).instock).toEqual([])
    await change(2, { withdrawn_at: null, brand: 'Amla' })
    expect((await isEqual()).brand.map(({ value }) => value)).toEqual(['Amla', 'Zeera'])
  })
})

import { expect, test } from 'vitest'
import { loadList } from '#lib/server/catalogue/lists.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

forEachDatabase((open) => {
  test('new products that came at once take turns by aisle, after what is newer', async () => {
    await using shop = await open()
    const row = (number: number, category_id: string, created_at: number) =>
      productRow({ number, id: `${category_id}-${number}`, category_id, created_at })
    const rows = [
      ...[row(1, 'atta', 5), row(2, 'atta', 5), row(3, 'dal', 5), row(4, 'dal', 5)],
      ...[row(5, 'rice', 5), row(6, 'dal', 7)],
    ]
    await fill(shop.db, ['atta', 'dal', 'rice'], rows)
    const ids = ['dal-6', 'atta-1', 'dal-3', 'rice-5', 'atta-2', 'dal-4']
    expect(await loadList(shop.db, 'newest')).toEqual(ids)
  })

  test('of a large list, too, whose aisles lie far apart', async () => {
    await using shop = await open()
    const rows = Array.from({ length: 301 }, (_, at) => {
      const category_id = at < 300 ? 'atta' : 'rice'
      return productRow({ number: at + 1, id: `${category_id}-${at + 1}`, category_id })
    })
    await fill(shop.db, ['atta', 'rice'], rows)
    expect((await loadList(shop.db, 'newest')).slice(0, 3)).toEqual([
      'atta-1',
      'rice-301',
      'atta-2',
    ])
  })
})

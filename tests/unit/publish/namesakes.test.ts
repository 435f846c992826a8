import { expect, test } from 'vitest'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/editors-file.ts'
import { page, publisherOf, shelf } from '#tests/support/publishing.ts'

const brinjal = (sku: string, subcategory: string, more = {}) => ({
  ...{ sku, name: 'Brinjal', unit: '500 g', category: 'Vegetables', subcategory },
  ...more,
})

const titleOf = (shop: TestDatabase, id: string) =>
  /<title>([^<]*)/.exec(page(shop, `product/${id}`))?.[1]

forEachDatabase((open) => {
  test('products of one name and pack have titles of their own, as long as there are several', async () => {
    await using shop = await open()
    const publish = () => publisherOf(shop).publishPending()
    const [first, other] = [brinjal('V-1', 'Everyday'), brinjal('V-2', 'Organic')]
    await importRows(shop, [first, ...shelf(3)])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g | Kirana')

    await importRows(shop, [other])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g, Everyday | Kirana')
    expect(titleOf(shop, 'brinjal-500-g')).toBe('Brinjal 500 g, Organic | Kirana')

    await importRows(shop, [{ ...other, subcategory: 'Everyday' }])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g, V-1 | Kirana')
    expect(titleOf(shop, 'brinjal-500-g')).toBe('Brinjal 500 g, V-2 | Kirana')

    await importRows(shop, [{ ...other, name: 'Round brinjal' }])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g | Kirana')

    // An existing product takes the name.
    await importRows(shop, [{ sku: 'DAL-1', name: 'Brinjal', unit: '500 g' }])
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g, Everyday | Kirana')

    await importRows(shop, [first, other], { replace: true })
    await importRows(shop, [first], { replace: true })
    await publish()
    expect(titleOf(shop, 'brinjal')).toBe('Brinjal 500 g | Kirana')
  })

  test('an edit of one of many products of a name touches only the next one', async () => {
    await using shop = await open()
    const many = Array.from({ length: 12 }, (_, at) => brinjal(`V-${at}`, 'Everyday'))
    await importRows(shop, many)
    await publisherOf(shop).publishPending()
    await importRows(shop, [{ ...many[5], sku: 'V-5', description: 'Long ones.' }])
    // Two products, and the sitemap file and feed that name one of them.
    expect((await publisherOf(shop).publishPending()).rendered).toBeLessThanOrEqual(4)
  })
})

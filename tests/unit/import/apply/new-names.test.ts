import { expect, test } from 'vitest'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/lists/import-files.ts'

const HEADER = 'sku,name,category,subcategory,brand,price'
const SHOP = `${HEADER}
A,Basmati,Rice & Grains,Basmati,Daawat,300
B,Sona masoori,Rice & Grains,Sona,Chulhavali,75
C,Salt,Salt,,Tata,25
`

forEachDatabase((open) => {
  test('a slip in the name of a category or brand is told with the name that was meant (E17)', async () => {
    await using shop = await open()
    const first = await importText(shop, SHOP, { dryRun: true })
    expect(first.warnings).toEqual([])
    await importText(shop, SHOP)
    const list = `${HEADER}
A,Basmati,Rice & Grain,Basmatti,Daawat,300
D,Sugar,Sugar,,Chulhavalli,45
E,Ghee,Rice and Grains,Ghee,Amul,600
F,Rock salt,Salt,,Tata,40
`
    const { warnings } = await importText(shop, list, { dryRun: true })
    expect(warnings).toEqual([
      '3 new categories: “Rice & Grain” (did you mean “Rice & Grains”?), “Rice and Grains” (did you mean “Rice & Grains”?), “Sugar”',
      '2 new sub-categories: “Basmatti” (did you mean “Basmati”?), “Ghee”',
      '2 new brands: “Chulhavalli” (did you mean “Chulhavali”?), “Amul”',
    ])
    const moved = `${HEADER}\nA,Basmati,Rice & Grains,Sona,Tata,300\n`
    expect((await importText(shop, moved, { dryRun: true })).warnings).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/lists/import-files.ts'

const HEADER = 'sku,name,category,price,description'
const many = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
const dals = (price: (at: number) => number, sku = 'D') =>
  many(8, (at) => `${sku}-${at},Dal ${sku} ${at},Pulses,${price(at)},`)

async function alarmsOf(shop: TestDatabase, list: string): Promise<string[]> {
  const { alarms } = await importText(shop, list, { dryRun: true, skipInvalid: true })
  return alarms.map(({ text }) => text)
}

forEachDatabase((open) => {
  test('prices of new products that are far from those of their category are told (E17)', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${dals((at) => 90 + at)}\n`)
    const paise = await alarmsOf(shop, `${HEADER}\n${dals((at) => (95 + at) * 100, 'N')}\n`)
    expect(paise).toEqual([
      '8 new products cost about ₹9,900, where those of Pulses cost about ₹94. Are the prices in paise?',
    ])
    expect(await alarmsOf(shop, `${HEADER}\n${dals((at) => 190 + at, 'N')}\n`)).toEqual([])
    const rupees = await alarmsOf(shop, `${HEADER}\n${dals(() => 0.9, 'N')}\n`)
    expect(rupees).toEqual([expect.stringContaining('Are the prices in rupees?')])
    // A new category is compared with the whole shop.
    const own = await alarmsOf(
      shop,
      `${HEADER}\n${many(6, (at) => `T-${at},Tea ${at},Teas,9000,`)}`,
    )
    expect(own).toEqual([expect.stringContaining('where those of the shop cost about ₹94')])
  })

  test('SKUs that differ by zeros in front are named, those of the shop and those of the list (E17)', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n0042,Toor dal,Pulses,90,\n7,Rice,Rice,90,\n`)
    const [text] = await alarmsOf(shop, `${HEADER}\n42,Toor dal,Pulses,90,\n07,Rice,Rice,90,\n`)
    expect(text).toMatch(/^2 SKUs differ from others only by leading zeros, such as 42 from 0042\./)
    const [within] = await alarmsOf(shop, `${HEADER}\n08,Tea,Teas,90,\n8,Tea,Teas,90,\n`)
    expect(within).toContain('such as 08 from 8')
    // The shop has no such SKUs: they are refused, and the reason is told.
    const [refused] = await alarmsOf(shop, 'sku,price\n42,95\n')
    expect(refused).toContain('such as 42 from 0042')
    expect(await alarmsOf(shop, `${HEADER}\n0042,Toor dal,Pulses,91,\n`)).toEqual([])
  })

  test('texts that would go back to an older version are told, with the import that replaced them (E17)', async () => {
    await using shop = await open()
    const list = (text: string) => `${HEADER}\nA,Dal,Pulses,90,${text}\nB,Rice,Rice,90,${text}\n`
    await importText(shop, list('Old words'))
    await importText(shop, list('New words'), { editor: 'asha@example.com' })
    expect(await alarmsOf(shop, list('Old words'))).toEqual([
      'Texts of 2 entries would go back to an older version, such as the one before import 2 by asha@example.com. Is the list older than that?',
    ])
    expect(await alarmsOf(shop, list('Other words'))).toEqual([])
  })

  test('new products that are called like a category, in new categories, are told (E17)', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\nA,Dal,Pulses,90,\n`)
    const swapped = `${HEADER}\nB,Pulses,Moong dal,95,\nC,Pulses,Urad dal,97,\n`
    expect(await alarmsOf(shop, swapped)).toEqual([
      expect.stringContaining('2 products would be named after their category (“Pulses”)'),
    ])
  })

  test('a list whose sales are over already asks for their number where they are many, and once only (E17 E21)', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${dals((at) => 90 + at)}\n`)
    const sales = (count: number, until: string) =>
      `sku,price,saleprice,saleuntil\n${many(count, (at) => `D-${at},${90 + at},80,${until}`)}\n`
    const { alarms } = await importText(shop, sales(8, '2020-11-24'), { dryRun: true })
    expect(alarms).toMatchObject([{ isGrave: true, count: 8, act: 'End the sales of 8 products' }])
    expect(alarms[0]?.text).toMatch(
      /^The sales of 8 products of 8 would be over already, .*: that of Dal D \d ended 2020-11-24\./,
    )
    // No alarm for a few, for sales still to come, or for those that are already in the shop like this.
    expect(await alarmsOf(shop, sales(5, '2020-11-24'))).toEqual([])
    expect(await alarmsOf(shop, sales(8, '2099-11-24'))).toEqual([])
    await importText(shop, sales(8, '2020-11-24'))
    expect(await alarmsOf(shop, sales(8, '2020-11-24'))).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/lists/import-files.ts'

const listOf = (...rows: string[]) => `sku,name,category,price,weight\n${rows.join('\n')}\n`
const RICE = 'RICE,Rice,Rice,,1 kg=90|5 kg=430'
const told = (one: string, other: string) =>
  `In Google's feed 1 id stands for two products, of which Google takes only one: RICE-5-kg for ${one} and ${other}. Rename a pack, or give one another SKU`

forEachDatabase((open) => {
  test('a list is told of a SKU that is that of another product and its pack', async () => {
    await using shop = await open()
    const both = listOf(RICE, 'RICE-5-kg,Rice in a sack,Rice,440,')
    const dry = await importText(shop, both, { dryRun: true })
    expect(dry.warnings.at(-1)).toBe(told('RICE', 'RICE-5-kg'))
    expect((await importText(shop, listOf(RICE, 'RICE-2,Red rice,Rice,90,'))).warnings).toEqual([])
    // The other comes later, then a pack with another SKU before the same label.
    const sack = await importText(shop, listOf('RICE-5-kg,Rice in a sack,Rice,440,'))
    expect(sack.warnings).toEqual([told('RICE-5-kg', 'RICE')])
    const again = await importText(shop, listOf('RICE-5-kg,Rice in a sack,Rice,450,'))
    expect(again.warnings, 'told once').toEqual([])
    const away = await importText(shop, 'sku,withdrawn\nRICE-5-kg,yes\n')
    expect(away.warnings.filter((text) => text.includes('Google'))).toEqual([])
    const pack = await importText(shop, listOf('RICE-5,Rice by five,Rice,,kg=440'))
    expect(pack.warnings.at(-1)).toBe(told('RICE-5', 'RICE'))
  })
})

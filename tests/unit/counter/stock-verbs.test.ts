import { expect, test } from 'vitest'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/lists/import-files.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

/** Runs `shop stock …` in this process. @returns its exit code and output */
async function stock(shop: CounterShop, ...args: string[]) {
  const { code, out, err } = await shopOver(shop, 'stock', ...args)
  return { code, said: out + err }
}

test('of a product with packs the packs are named, and known however they are written', async () => {
  await using shop = await openCounter(openSqlite)
  const tea = 'sku,name,category,price,weight,stock\nTEA,Tea,Tea,,250 g=90|1 kg=300,4|5\n'
  await importText(shop, tea)
  const { code, said } = await stock(shop, 'count', 'TEA', '5')
  expect([code, said]).toEqual([1, 'Tea: It is sold in packs: add --pack (250 g, 1 kg).\n'])
  expect((await stock(shop, 'count', 'TEA', '5', '--pack', '2 kg')).said).toBe(said)
  expect((await stock(shop, 'count', 'TEA', '7', '--pack', '1KG')).said).toContain(
    'Tea 1 kg: 7 available now',
  )
  expect((await stock(shop, 'count')).said).toContain('count SKU N')
  const { number } = await shop.order(await shop.cashOrder(2))
  const instead = [
    'line',
    number,
    '0',
    '1',
    '--units',
    'back',
    '--instead',
    'TEA',
    '--agreed',
    'yes',
  ]
  const unsaid = await shopOver(shop, 'orders', ...instead)
  expect(unsaid.err).toContain('It is sold in packs: add --pack (250 g, 1 kg).')
  expect((await shopOver(shop, 'orders', ...instead, '--pack', '250G')).err).toBe('')
  const items = shop.db.selectFrom('order_item').select(['choice_label', 'unit'])
  const brought = await items.where('replaces', 'is not', null).executeTakeFirst()
  expect(brought).toEqual({ choice_label: '250 g', unit: '250 g' })
})

test('what is said of the shelf in the aisle is said on the command line too', async () => {
  await using shop = await openCounter(openSqlite, { stock: 3 })
  expect(await stock(shop, 'count', 'dal', '40', '--json')).toMatchObject({
    code: 0,
    said: expect.stringContaining('"stock":40'),
  })
  expect((await stock(shop, 'delivery', 'dal', '5')).said).toContain('45 available now')
  expect((await stock(shop, 'list', 'dal')).said).toContain('45, 0 sold today')
  expect((await stock(shop, 'soldout', 'dal')).said).toContain('0 available now')
  expect((await stock(shop)).said, 'none is not a little').toBe('0 products in all\n')
  expect((await stock(shop, 'list', '--show', 'soldout')).said).toContain('  0, 0 sold today')
  const said = await shop.db.selectFrom('stock_entry').select(['kind', 'after', 'who']).execute()
  const by = { who: 'command line' }
  expect(said.toSorted((a, b) => b.after - a.after)).toEqual([
    { kind: 'delivery', after: 45, ...by },
    { kind: 'count', after: 40, ...by },
    { kind: 'soldout', after: 0, ...by },
  ])
  expect((await stock(shop, 'count', 'nowhere', '1')).code).toBe(1)
  expect((await stock(shop, 'count', 'dal', '1', '--pack', '1 kg')).code).toBe(1)
  for (const wrong of [
    ['count', 'dal'],
    ['count', 'dal', '-1'],
    ['delivery', 'dal', 'x'],
    ['eat', 'dal'],
    ['count'],
  ])
    expect([wrong, (await stock(shop, ...wrong)).code]).toEqual([wrong, 2])
})

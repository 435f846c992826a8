import { expect, test } from 'vitest'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

/** `shop stock …` in this process; what it says. */
async function stock(shop: CounterShop, ...args: string[]) {
  const { code, out, err } = await shopOver(shop, 'stock', ...args)
  return { code, said: out + err }
}

test('what is said of the shelf in the aisle is said on the command line too', async () => {
  await using shop = await openCounter(openSqlite, { stock: 3 })
  expect(await stock(shop, 'count', 'dal', '40', '--json')).toMatchObject({
    code: 0,
    said: expect.stringContaining('"stock":40'),
  })
  expect((await stock(shop, 'delivery', 'dal', '5')).said).toContain('45 on sale now')
  expect((await stock(shop, 'list', 'dal')).said).toContain('45, 0 sold today')
  expect((await stock(shop, 'soldout', 'dal')).said).toContain('0 on sale now')
  expect((await stock(shop)).said, 'little or none').toContain('  0, 0 sold today')
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

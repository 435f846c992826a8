import { expect, test } from 'vitest'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { folderOf, importText } from '#tests/support/lists/import-files.ts'
import { edited, shelf, Till } from '#tests/support/orders/stock-shop.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const PACKS = 'sku,name,category,price,weight,stock\nATTA,Atta,Flours,,1 kg=64|5 kg=289,40|12\n'

forEachDatabase((open) => {
  test('a renamed pack keeps its stock and what is held of it, with and without the column (I3)', async () => {
    await using shop = await open()
    await importText(shop, PACKS)
    const till = new Till(shop)
    await till.sell('atta', 5, '1 kg')
    const held = await till.hold('atta', 2, '1 kg')
    await importText(shop, 'sku,name,category,price,weight\nATTA,Atta,Flours,,1000 g=64|5 kg=289\n')
    expect(await shelf(shop)).toEqual({ 'ATTA 1000 g': 33, 'ATTA 5 kg': 12 })
    const list = await edited(shop, /1000 g=64\.00/, 'One=64')
    await importText(shop, list)
    await till.release(held ?? '')
    expect(await shelf(shop)).toEqual({ 'ATTA One': 35, 'ATTA 5 kg': 12 })
    await undoImport(shop.db)
    expect(await shelf(shop)).toEqual({ 'ATTA 1000 g': 35, 'ATTA 5 kg': 12 })
  })

  test('what is held of the only pack comes back to the product without packs, and so the other way (I3)', async () => {
    await using shop = await open()
    const pack = 'sku,name,category,price,weight,stock\nATTA,Atta,Flours,,1 kg=64,40\n'
    await importText(shop, pack)
    const till = new Till(shop)
    const held = await till.hold('atta', 2, '1 kg')
    const plain = 'sku,name,category,price,weight\nATTA,Atta,Flours,64,\n'
    expect(await importText(shop, plain)).toMatchObject({ errors: [], changed: 1 })
    await till.release(held ?? '')
    expect(await shelf(shop)).toEqual({ ATTA: 40 })
    const again = await till.hold('atta', 3)
    const named = plain.replace(',64,', ',,2 kg=64')
    expect(await importText(shop, named)).toMatchObject({ errors: [], changed: 1 })
    await till.release(again ?? '')
    expect(await shelf(shop)).toEqual({ 'ATTA 2 kg': 40 })
  })

  test('an undo that gives packs back, or takes them away, leaves what was sold meanwhile sold (I3)', async () => {
    await using shop = await open()
    const pack = 'sku,name,category,price,weight,stock\nATTA,Atta,Flours,,1 kg=64,40\n'
    const plain = 'sku,name,category,price,weight,stock\nATTA,Atta,Flours,64,,40\n'
    await importText(shop, pack)
    const till = new Till(shop)
    await importText(shop, plain)
    await till.sell('atta', 5)
    await undoImport(shop.db)
    expect(await shelf(shop)).toEqual({ 'ATTA 1 kg': 35 })
    await importText(shop, plain, { stockMode: 'keep' })
    expect(await shelf(shop)).toEqual({ ATTA: 35 })
    await importText(shop, pack, { stockMode: 'keep' })
    await till.sell('atta', 4, '1 kg')
    await undoImport(shop.db)
    expect(await shelf(shop)).toEqual({ ATTA: 31 })
    // With a single stock for two packs, nobody can tell which of them was sold.
    const two = PACKS.replace('40|12', '21|10')
    await importText(shop, two, { stockMode: 'set' })
    await till.sell('atta', 4, '1 kg')
    expect(await undoImport(shop.db)).toMatchObject({ isRefused: true })
    expect(await shelf(shop)).toEqual({ 'ATTA 1 kg': 17, 'ATTA 5 kg': 10 })
  })

  test('packs that an undo cannot take back stay as a whole, while the rest goes back (I3 E14)', async () => {
    await using shop = await open()
    const plain = 'sku,name,category,price,weight,stock,brand\nDAL,Dal,Pulses,120,,10,Tata\n'
    await importText(shop, plain)
    const fields = ['brand', 'pack_kind', 'price_paise', 'stock'] as const
    const row = () => shop.db.selectFrom('product').select(fields).executeTakeFirst()
    await importText(shop, plain.replace('120,,10,Tata', ',500 g=62|1 kg=118,6|4,Amul'))
    await new Till(shop).sell('dal', 2, '500 g')
    const options = { number: 2, leavesLater: true }
    expect(await undoImport(shop.db, options)).toMatchObject({
      left: [expect.stringContaining('packs: it was changed otherwise since')],
    })
    const kept = { brand: 'Tata', pack_kind: 'weight', price_paise: 6200, stock: null }
    expect([await row(), await shelf(shop)]).toEqual([kept, { 'DAL 500 g': 4, 'DAL 1 kg': 4 }])
    // The same when another import has changed the packs since.
    await importText(shop, 'sku,weight,brand\nDAL,500 g=62|1 kg=115,Amul\n')
    await undoImport(shop.db, options)
    expect([await row(), await shelf(shop)]).toMatchObject([kept, { 'DAL 500 g': 4 }])
  })

  test('what was sold of a pack before it got another name is not brought back by a list of before (I3)', async () => {
    await using shop = await open()
    await importText(shop, PACKS)
    await new Till(shop).sell('atta', 5, '1 kg')
    await importText(shop, 'sku,name,category,price,weight\nATTA,Atta,Flours,,One=64|5 kg=289\n')
    const { errors } = await importText(shop, PACKS.replace('1 kg=', 'One='))
    expect(errors[0]?.reason).toContain('1 product that sold 5')
    expect(await shelf(shop)).toEqual({ 'ATTA One': 35, 'ATTA 5 kg': 12 })
  })

  test('a pack gets a name that another one had, and each keeps what lists counted of it (I3)', async () => {
    await using shop = await open()
    await importText(shop, PACKS)
    const list = await edited(shop, /,40\|12,/, ',45|20,')
    await importText(shop, list)
    await importText(shop, 'sku,weight\nATTA,1 kg=64\n')
    expect(await importText(shop, 'sku,weight\nATTA,5 kg=64\n')).toMatchObject({ changed: 1 })
    expect(await shelf(shop)).toEqual({ 'ATTA 5 kg': 45 })
    // The old export names the pack as it was called then.
    const named = list.replace(/1 kg=64\.00\|5 kg=289\.00/, '1 kg=64').replace(',45|20,', ',47,')
    await importText(shop, named)
    expect(await shelf(shop)).toEqual({ 'ATTA 1 kg': 47 })
    for (let back = 0; back < 3; back++) await undoImport(shop.db)
    expect(await shelf(shop)).toEqual({ 'ATTA 1 kg': 45, 'ATTA 5 kg': 20 })
    await importText(shop, list)
    expect(await shelf(shop)).toEqual({ 'ATTA 1 kg': 45, 'ATTA 5 kg': 20 })
  })

  test('a renamed pack is never without end: not by an empty cell, nor in two steps (I3)', async () => {
    await using shop = await open()
    await importText(shop, PACKS)
    const empty = [
      PACKS.replace('1 kg=64|5 kg=289,40|12', 'One=64|5 kg=289,|12'),
      PACKS.replace('1 kg=64|5 kg=289,40|12', 'One=64|5 kg=289,'),
      PACKS.replace('1 kg=64|5 kg=289,40|12', 'One=64|2 kg=120|5 kg=289,||12'),
    ]
    for (const list of empty) {
      const { errors } = await importText(shop, list)
      expect(errors[0]?.reason, list).toContain('the stock of what it replaces is counted')
    }
    // The pack leaves with one list and returns with the next, beside a pack that is counted.
    const names = 'sku,name,category,price,weight\nATTA,Atta,Flours,,5 kg=289\n'
    await importText(shop, names)
    const back = await importText(shop, names.replace('5 kg=', 'One=64|5 kg='))
    expect(back.errors[0]?.reason).toContain('is new, and the product’s other packs are counted')
    expect(await shelf(shop)).toEqual({ 'ATTA 5 kg': 12 })
  })

  test('packs that change in number keep their stock, and no new one is without end', async () => {
    await using shop = await open()
    await importText(shop, PACKS)
    const till = new Till(shop)
    await till.sell('atta', 5, '1 kg')
    const names = 'sku,name,category,price,weight\nATTA,Atta,Flours,,500 g=33|2 kg=120|5 kg=289\n'
    const refused = await importText(shop, names)
    expect(refused).toMatchObject({ isRefused: true, errors: [{ sku: 'ATTA', line: 2 }] })
    expect(refused.errors[0]?.reason).toContain('is new, and the stock of what it replaces')
    // With stocks, they might bring back what was sold of the old ones.
    const stocks = PACKS.replace('1 kg=64|5 kg=289,40|12', '500 g=33|2 kg=120|5 kg=289,9|35|12')
    const asked = await importText(shop, stocks)
    expect(asked.errors[0]?.reason).toContain('replaces something that sold 5')
    const check = await checkCatalogue(folderOf({ 'products.csv': stocks }), shop.db, undefined)
    expect(check?.errors).toMatchObject([{ sku: 'ATTA', column: 'stock' }])
    expect(await shelf(shop)).toEqual({ 'ATTA 1 kg': 35, 'ATTA 5 kg': 12 })
    await importText(shop, stocks, { stockMode: 'set' })
    expect(await shelf(shop)).toMatchObject({ 'ATTA 500 g': 9, 'ATTA 2 kg': 35, 'ATTA 5 kg': 12 })
  })

  test('a payment that comes late for a product that has packs by now is given back, not sold (I3 A11)', async () => {
    await using shop = await openPaidShop(open, { stock: 1 })
    const plain = 'sku,name,category,price,weight,stock\nATTA,Atta,Flours,64,,1\n'
    await importText(shop, plain)
    await shop.put(shop.asha.id, 'atta')
    const { attempt, orderid } = await shop.attempt()
    shop.clock.ahead = 900_001
    await reconcile(shop.payments)
    const packs = plain.replace(',64,,1', ',,1 kg=64|5 kg=289,0|0')
    expect(await importText(shop, packs)).toMatchObject({ errors: [], changed: 1 })
    const { proof } = shop.standIn.pay(orderid)
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'refunded' })
    expect(await shop.count('orders')).toBe(0)
    expect(await shelf(shop)).toMatchObject({ 'ATTA 1 kg': 0, 'ATTA 5 kg': 0 })
  })
})

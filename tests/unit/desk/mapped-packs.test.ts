import { expect, test } from 'vitest'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import {
  bring,
  callDesk,
  openDesk,
  publishList,
  reportOf,
  settled,
  type TestDesk,
} from '#tests/support/open-desk.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const LIST = `sku,name,category,price,weight,stock
ATTA,Atta,Flours,,500 g=62|1 kg=118|5 kg=500,10|20|30
RICE,Rice,Grains,90,,5
`
const HEADER = 'Code,Item,Pack,Rate,Qty'
const ROWS = 'ATTA,Atta,1000 gm,"120,50",25\nRICE,Rice,,"95,00",7\nATTA,,500 g,"65,00",12\n'
const COLUMNS = {
  ...{ 'column.0': 'sku', 'column.1': 'name', 'column.2': 'weight', 'column.3': 'price' },
  ...{ 'column.4': 'stock', 'value.category': 'Flours' },
}

async function match(at: TestDesk, id: string, body: Record<string, string>) {
  await callDesk(at, 'POST /api/desk/uploads/[id]/columns', { params: { id }, body })
  await settled(at, id)
  return reportOf(at, id)
}

async function packs({ db }: TestDesk) {
  const rows = await db.selectFrom('pack').select(['label', 'price_paise', 'stock']).execute()
  return rows.map(({ label, price_paise, stock }) => `${label} ${price_paise / 100} ${stock}`)
}

forEachDatabase((open) => {
  test('rows of one pack each in a list with other columns change those packs alone (E13)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, `${HEADER}\n${ROWS}`)
    const body = { ...COLUMNS, unit: 'rupees', decimals: 'comma' }
    expect(await match(at, id, body)).toMatchObject({ rejected: 0, changed: 2 })
    await publishList(at, id, { stock: 'set' })
    expect((await packs(at)).toSorted()).toEqual(['1 kg 120.5 25', '5 kg 500 30', '500 g 65 12'])
  })

  test('rows of one pack each are refused, and name it, in a list with prices in paise (E13)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, `${HEADER}\nATTA,Atta,1 kg,12050,25\nRICE,Rice,,9500,7\n`)
    const report = await match(at, id, { ...COLUMNS, unit: 'paise' })
    expect(report).toMatchObject({ accepted: 1, rejected: 1, faults: [{ line: 2, sku: 'ATTA' }] })
    expect(report.faults[0]?.reason).toContain('The row names one pack, “1 kg”.')
  })

  test('a zip with rows of one pack each changes those packs alone, and names a row by its line (E16)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const body = 'sku,weight,price\nATTA,1 kg,125\nATTA,5kg,480\nATTA,5 kg,490\n'
    const id = await bring(at, zipOf([{ name: 'products.csv', body }]), { name: 'prices.zip' })
    const fault = { line: 4, sku: 'ATTA', column: 'weight', cell: '5 kg' }
    expect(await reportOf(at, id)).toMatchObject({ rejected: 1, faults: [fault] })
    await publishList(at, id, { skipinvalid: 'yes' })
    expect((await packs(at)).toSorted()).toEqual(['1 kg 125 20', '5 kg 480 30', '500 g 62 10'])
  })

  test('a zip may have sale prices alone: what they are compared with is the shop’s (E16)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const body = 'sku,saleprice,saleuntil\nRICE,80,2099-01-01\n'
    const id = await bring(at, zipOf([{ name: 'products.csv', body }]), { name: 'sale.zip' })
    expect(await reportOf(at, id)).toMatchObject({ rejected: 0, changed: 1 })
  })
})

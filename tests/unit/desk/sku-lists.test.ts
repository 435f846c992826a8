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
import { sheetOf, workbookOf } from '#tests/support/lists/workbook-files.ts'

const LIST = `sku,name,category,price,weight,stock
DAL,Toor dal,Pulses,120,,10
ATTA,Atta,Flours,,1 kg=64|5 kg=289,40|12
RICE,Basmati,Rice,300,,
`

async function readAs(at: TestDesk, id: string, body: Record<string, string>) {
  await callDesk(at, 'POST /api/desk/uploads/[id]/check', { params: { id }, body })
  await settled(at, id)
  return reportOf(at, id)
}

const stocks = async ({ db }: TestDesk) => {
  const rows = await db
    .selectFrom('product')
    .leftJoin('pack', 'pack.product_id', 'product.id')
    .select(['sku', 'product.stock as own', 'pack.stock as packs', 'withdrawn_at'])
    .orderBy('sku')
    .orderBy('pack.label')
    .execute()
  return rows.map(({ sku, own, packs, withdrawn_at: at }) => [sku, own ?? packs, at !== null])
}

forEachDatabase((open) => {
  test('a list of SKUs says what is sold out, packs included, and is taken back (E20)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, 'DAL\n\nATTA\nRICE\nTEA\nDAL\n')
    expect(await reportOf(at, id)).toMatchObject({ isReadable: false })
    const report = await readAs(at, id, { format: 'soldout', withdraws: 'yes' })
    expect(report).toMatchObject({ changed: 3, withdrawn: 0, rejected: 1 })
    expect(report.faults).toMatchObject([
      { line: 5, sku: 'TEA', cell: 'TEA', reason: 'The shop has no product with this sku.' },
    ])
    expect(await publishList(at, id, { skipinvalid: 'yes' })).toMatchObject({ state: 'published' })
    expect(await stocks(at)).toEqual([
      ['ATTA', 0, false],
      ['ATTA', 0, false],
      ['DAL', 0, false],
      ['RICE', 0, false],
    ])
    const back = { params: { number: '2' } }
    expect((await callDesk(at, 'POST /api/desk/imports/[number]/undo', back)).status).toBe(200)
    expect(await stocks(at)).toContainEqual(['DAL', 10, false])
  })

  test('a list of what is sold out brings nothing back that was withdrawn (E20)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    await publishList(at, await bring(at, 'sku,withdrawn\nDAL,yes\n'))
    const id = await bring(at, 'DAL\nRICE\n')
    const report = await readAs(at, id, { format: 'soldout' })
    expect(report).toMatchObject({ added: 0, changed: 1, rejected: 0 })
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
    expect(await stocks(at)).toContainEqual(['DAL', 10, true])
    expect(await stocks(at)).toContainEqual(['RICE', 0, false])
  })

  test('a list of SKUs says what leaves, whatever else stands in it (E20)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const rows = [
      ['Name', 'Item Code', 'Rate'],
      ['Toor dal', 'DAL', 999],
      ['Tea', 'TEA', 90],
    ]
    const bytes = workbookOf([{ name: 'gone', xml: sheetOf(rows) }])
    const id = await bring(at, bytes, { name: 'gone.xlsx' })
    expect(await readAs(at, id, { format: 'withdraw' })).toMatchObject({
      ...{ withdrawn: 1, changed: 0 },
      faults: [{ line: 3, sku: 'TEA', reason: expect.stringMatching(/^The shop does not have/) }],
    })
    expect(await publishList(at, id, { skipinvalid: 'yes' })).toMatchObject({ state: 'published' })
    expect(await stocks(at)).toContainEqual(['DAL', 10, true])
    const other = await bring(at, 'name,price\nDal,90\n')
    await readAs(at, other, { format: 'withdraw' }).catch(() => undefined)
    expect(await at.desk.find(at.editor, other)).toMatchObject({
      found: { refusal: 'The column sku is missing. The first line must name it.' },
    })
  })
})

/** A text as shown by a program that takes UTF-8 for Windows-1252. */
const broken = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

test('broken letters of a list are offered repaired, and published as they were meant (E18)', async () => {
  await using at = await openDesk()
  const id = await bring(
    at,
    `sku,name,category,price\nA,${broken('गेहूँ')},Grains,90\nB,Dal,Pulses,9\n`,
  )
  const before = await reportOf(at, id)
  expect(before).toMatchObject({ rejected: 1, broken: 1 })
  const { accepted, broken: left, changes } = await readAs(at, id, { letters: 'repair' })
  expect([accepted, left]).toEqual([2, 0])
  expect(changes.map(({ new: now }) => now)).toContain('गेहूँ')
  await publishList(at, id)
  const { name } = await at.db
    .selectFrom('product')
    .select('name')
    .where('sku', '=', 'A')
    .executeTakeFirstOrThrow()
  expect(name).toBe('गेहूँ')
})

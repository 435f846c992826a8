import { expect, test } from 'vitest'
import { openForms } from '#tests/support/desk-forms.ts'
import { offerMatching } from '#lib/server/desk/column-maps.ts'
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

const HEADER = 'index,product,sub_category,sale_price,market_price,type'
const LIST = `${HEADER}\n1,Garlic oil,Oils,22000,25000,Edible\n4,Storage jar,Bins,14900,17600,Home\n`
const FORM = {
  ...{ 'column.0': 'sku', 'column.1': 'name', 'column.2': 'subcategory', 'column.3': 'price' },
  ...{ 'column.4': 'oldprice', 'column.5': 'specs', unit: 'paise' },
}

async function match(at: TestDesk, id: string, body: Record<string, string>) {
  const answer = await callDesk(at, 'POST /api/desk/uploads/[id]/columns', { params: { id }, body })
  await settled(at, id)
  return { status: answer.status, ...(await answer.json()) }
}

async function offered(at: TestDesk, id: string) {
  const upload = await at.desk.find(at.editor, id)
  if (!upload) throw new Error('There is no such upload')
  const head = await at.desk.head(upload)
  if ('refusal' in head) throw new Error(head.refusal)
  return offerMatching(at.db, head)
}

forEachDatabase((open) => {
  test('a foreign list is matched, checked, published, and its columns are known next time (E13)', async () => {
    await using at = await openDesk(open)
    const id = await bring(at, LIST)
    const before = await reportOf(at, id)
    expect(before).toMatchObject({ isReadable: false, faults: [{ line: 1, column: 'sku' }] })
    const first = await offered(at, id)
    expect(first).toMatchObject({ isKept: false, matching: { unit: 'paise' } })
    expect(first.matching.columns).toMatchObject({ index: 'sku', sale_price: 'price' })

    const said = await match(at, id, { ...FORM, 'value.category': 'Supplies', 'value.stock': '' })
    expect(said).toMatchObject({ status: 200, path: `/desk/uploads/${id}` })
    expect(await reportOf(at, id)).toMatchObject({ parsed: 2, accepted: 2, added: 2 })
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
    const products = await at.db
      .selectFrom('product')
      .select(['sku', 'price_paise', 'oldprice_paise'])
      .orderBy('sku')
      .execute()
    expect(products).toMatchObject([
      { sku: '1', price_paise: 22_000, oldprice_paise: 25_000 },
      { sku: '4', price_paise: 14_900, oldprice_paise: 17_600 },
    ])

    // The same columns in another order are taken for the same supplier's.
    const next = `type,${HEADER.replace(',type', '')}\nEdible,9,Sesame oil,Oils,30000,,\n`
    expect(await offered(at, await bring(at, next))).toMatchObject({
      isKept: true,
      matching: { unit: 'paise', values: { category: 'Supplies' }, columns: { type: 'specs' } },
    })
    expect(at.faults).toEqual([])
  })

  test('a wrong cell of a foreign list is shown as the list has it, and none of a column that is not known (E01)', async () => {
    await using at = await openDesk(open)
    const code = 'Code,Item,Rate\nA1,Garlic oil,Rs 98\nA2,Sesame oil,\n'
    const id = await bring(at, code)
    const form = { 'column.0': 'sku', 'column.1': 'name', 'column.2': 'price', unit: 'rupees' }
    await match(at, id, { ...form, 'value.category': 'Oils' })
    expect((await reportOf(at, id)).faults).toMatchObject([
      { line: 2, sku: 'A1', name: 'Garlic oil', column: 'price', cell: 'Rs 98' },
      { line: 3, sku: 'A2', name: 'Sesame oil', column: 'price', cell: '' },
    ])
    const woo =
      'Type,SKU,Name,Published,Regular price,Parent,Categories\nsimple,W1,Ghee,1,free,,Dairy\n'
    const other = await bring(at, woo, { body: { format: 'woocommerce' } })
    const [fault] = (await reportOf(at, other)).faults
    expect(fault).toMatchObject({ line: 2, sku: 'W1', name: 'Ghee', column: 'price' })
    expect(fault?.cell).toBeUndefined()
  })

  test('what is not matched yet is said, and the form comes back as it was left', async () => {
    await using at = await openDesk(open)
    const id = await bring(at, LIST)
    const missing = await match(at, id, FORM)
    expect(missing).toMatchObject({ status: 400, msg: expect.stringContaining('no category') })
    expect((await offered(at, id)).matching).toMatchObject({ columns: { type: 'specs' } })
    const twice = await match(at, id, { ...FORM, 'column.5': 'name', 'value.category': 'Food' })
    expect(twice).toMatchObject({ status: 400, msg: expect.stringContaining('more than one name') })
    expect((await match(at, id, { 'column.0': 'nonsense' })).status).toBe(400)
    expect(await reportOf(at, id)).toMatchObject({ isReadable: false })
  })

  test('a matched list is looked through again as it was matched, or as our own', async () => {
    await using at = await openDesk(open)
    const id = await bring(at, LIST)
    await match(at, id, { ...FORM, 'value.category': 'Supplies' })
    for (const [format, accepted] of [
      ['kirana', 0],
      ['matched', 2],
    ] as const) {
      await callDesk(at, 'POST /api/desk/uploads/[id]/check', { params: { id }, body: { format } })
      await settled(at, id)
      expect(await reportOf(at, id)).toMatchObject({ accepted })
    }
  })
})

test('the columns of a list are its editor’s to match, and a form’s have no need of it (A29)', async () => {
  await using at = await openDesk()
  const id = await bring(at, LIST)
  const ask = (user: TestDesk['editor'] | undefined, of = id) =>
    callDesk(at, 'POST /api/desk/uploads/[id]/columns', { params: { id: of }, body: FORM, user })
  for (const user of [await at.editorOf(), await at.editorOf('staff'), at.shopper, undefined]) {
    expect((await ask(user)).status).toBe(404)
  }
  const form = await at.desk.receiveForm(at.editor, 'Dal', 'sku,price\nDAL,90\n')
  await settled(at, form)
  expect((await ask(at.editor, form)).status).toBe(404)
})

test('a list whose header alone is at fault says so first, then leads to the columns, without figures or a table', async () => {
  await using at = await openForms()
  const html = await at.brought('code,price\nRICE-001,310\n')
  const main = html.slice(html.indexOf('<main'))
  expect(main).toContain('The list could not be read')
  expect(main).toContain('The column sku is missing')
  expect(main.indexOf('Match columns')).toBeLessThan(main.indexOf('What to do next'))
  for (const text of ['<dl', '<table', 'What would change', 'Rows to correct'])
    expect(main).not.toContain(text)
  expect(main.match(/\/columns"/g)).toHaveLength(1)
})

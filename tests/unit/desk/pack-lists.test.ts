import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const LIST =
  'sku,name,category,price,weight\nATTA,Atta,Flours,,500 g=62|1 kg=118\nRICE,Rice,Grains,90,\n'
const PACKS = 'sku,weight,price\nATTA,500 g,65\n'

/** A colleague publishes a list meanwhile. */
async function publishAs(at: TestDesk, user: TestDesk['editor'], text: string): Promise<void> {
  await publishList(at, await bring(at, text, { user }), {}, user)
}

async function checkAsIs(at: TestDesk, id: string) {
  const call = { params: { id }, body: { asis: 'yes' } }
  await callDesk(at, 'POST /api/desk/uploads/[id]/check', call)
  await settled(at, id)
  return reportOf(at, id)
}

async function prices({ db }: TestDesk): Promise<Record<string, number>> {
  const rows = await db.selectFrom('pack').select(['label', 'price_paise']).execute()
  return Object.fromEntries(rows.map(({ label, price_paise }) => [label, price_paise / 100]))
}

forEachDatabase((open) => {
  test('a list of packs taken as it is changes those that it names alone (E11)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, PACKS)
    await publishAs(at, colleague, 'sku,weight,price\nATTA,1 kg,130\n')
    const { changes } = await checkAsIs(at, id)
    const packs = changes.filter(({ field }) => field === 'packs')
    expect(packs).toMatchObject([{ new: '500 g=65.00|1 kg=130.00' }])
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
    expect(await prices(at)).toEqual({ '500 g': 65, '1 kg': 130 })
  })

  test('packs that come between check and publish stay, and what both changed is asked (E11 E12)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, PACKS)
    await publishAs(at, colleague, 'sku,weight,price\nATTA,1 kg,130\nATTA,5 kg,500\n')
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
    expect(await prices(at)).toEqual({ '500 g': 65, '1 kg': 130, '5 kg': 500 })
    const other = await bring(at, PACKS.replace('65', '70'))
    await publishAs(at, colleague, 'sku,weight,price\nATTA,500 g,75\n')
    expect(await publishList(at, other)).toMatchObject({ found: { cameSince: 4 } })
    expect(await reportOf(at, other)).toMatchObject({ conflictCount: 1 })
  })

  test('a price in a list without packs is told not to count, with the product and the way (E17)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const report = await reportOf(at, await bring(at, 'sku,price\nATTA,65\n'))
    expect(report).toMatchObject({ changeCount: 0, pricesKept: 1 })
    expect(report.warnings.join()).toContain('ATTA (500 g, 1 kg). To change them, use the columns')
    const same = await reportOf(at, await bring(at, 'sku,price\nATTA,62\n'))
    expect(same).toMatchObject({ changeCount: 0, pricesKept: 0 })
  })

  test('one odd row of a list of packs is refused at the desk by its line, and published without (E01 E02)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, 'sku,unit,weight,price\nATTA,,500 g,65\nATTA,,500G,66\n')
    const fault = { line: 3, sku: 'ATTA', column: 'weight', name: '', cell: '500G' }
    expect(await reportOf(at, id)).toMatchObject({ rejected: 1, faults: [fault] })
    await publishList(at, id, { skipinvalid: 'yes' })
    expect(await prices(at)).toEqual({ '500 g': 65, '1 kg': 118 })
  })

  test('a list of packs stays as it came, and is previewed as it would be', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, PACKS)
    const upload = await at.desk.find(at.editor, id)
    if (!upload) throw new Error('There is no such upload')
    const shown = await at.desk.preview(at.editor, upload, { path: '/product/atta' })
    expect(shown).toMatchObject({ html: expect.stringContaining('65') })
    const file = join(at.dataDir, 'desk', id, 'list', 'prices.csv')
    expect(readFileSync(file, 'utf8')).toBe(PACKS)
  })
})

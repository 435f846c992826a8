import { expect, test } from 'vitest'
import { readCategories } from '#lib/server/desk/content/categories.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import {
  bring,
  openDesk,
  publishList,
  reportOf,
  send,
  type TestDesk,
} from '#tests/support/open-desk.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const LIST = `sku,name,category,subcategory,price
URAD,Urad,Pulses,Urad,120
TOOR,Toor,Pulses,Toor,130
CHANA,Chana,Pulses,,90
RICE,Basmati,Rice,,300
`

const shown = async ({ db }: TestDesk) => (await readCategories(db)).map(({ name }) => name)

/** A colleague renames a category by its form. */
async function renameAs(at: TestDesk, user: TestDesk['editor'], fields: Record<string, string>) {
  const rows = await readCategories(at.db)
  const form = Object.fromEntries(
    rows.flatMap(({ id, name, place }) => [
      [`${id}.name`, name],
      [`${id}.order`, String(place)],
    ]),
  )
  await publishList(at, await send(at, 'categories', { ...form, ...fields }, user), {}, user)
}

/** A shop with a list that was uploaded and checked before a colleague renamed Pulses. */
async function openOlder(
  open: Parameters<typeof openDesk>[0],
  list: string | Buffer,
  name = 'l.csv',
) {
  const at = await openDesk(open)
  await publishList(at, await bring(at, LIST))
  const id = await bring(at, list, { name })
  await renameAs(at, await at.editorOf(), { 'pulses.name': 'Dals' })
  return { ...at, id }
}

forEachDatabase((open) => {
  test('a list that renames a sub-category of what a colleague renamed since does so there (E11)', async () => {
    const list = 'sku,category,subcategory\nURAD,Pulses,Urad dal\nTOOR,Pulses,Toor\n'
    await using at = await openOlder(open, list)
    expect((await publishList(at, at.id)).state).toBe('published')
    expect(await shown(at)).toEqual(['Dals', 'Toor', 'Urad dal', 'Rice'])
  })

  test('new products of a list go where a colleague’s renaming leads, and bring no category back (E11)', async () => {
    const list = `${LIST}MOONG,Moong,Pulses,Moong,95\nMASOOR,Masoor,pulses,Toor,95\n`
    await using at = await openOlder(open, list)
    expect((await publishList(at, at.id)).state).toBe('published')
    expect(await shown(at)).toEqual(['Dals', 'Urad', 'Toor', 'Moong', 'Rice'])
  })

  test('categories.csv of before a colleague’s renaming orders the category of today (E11)', async () => {
    const csv = 'category,subcategory,order\nRice,,1\nPulses,,2\nPulses,Urad,1\nPulses,Toor,2\n'
    await using at = await openOlder(open, zipOf([{ name: 'categories.csv', body: csv }]), 'c.zip')
    expect((await publishList(at, at.id)).state).toBe('published')
    expect(await shown(at)).toEqual(['Rice', 'Dals', 'Urad', 'Toor'])
  })

  test('a list that names the new category, too, means both: of what differs it is asked (E12)', async () => {
    const list = 'sku,category,subcategory\nURAD,Pulses,Urad dal\nTOOR,Dals,Toor\n'
    await using at = await openOlder(open, list)
    await publishList(at, at.id)
    const { conflicts } = await reportOf(at, at.id)
    expect(conflicts).toMatchObject([{ sku: 'URAD' }])
  })

  test('products are moved where a colleague has moved the last one away from (E12)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, 'sku,category,subcategory\nTOOR,Rice,\nCHANA,Rice,\n')
    const ravi = await at.editorOf()
    const his = await bring(at, 'sku,category,subcategory\nRICE,Pulses,\n', { user: ravi })
    await publishList(at, his, {}, ravi)
    expect(await shown(at)).toEqual(['Pulses', 'Urad', 'Toor'])
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
    expect((await shown(at)).toSorted()).toEqual(['Pulses', 'Rice', 'Urad'])
  })
})

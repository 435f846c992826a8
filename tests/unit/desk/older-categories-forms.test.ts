import { expect, test } from 'vitest'
import { readCategories } from '#lib/server/desk/content/categories.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { bring, openDesk, publishList, send, type TestDesk } from '#tests/support/open-desk.ts'

const LIST = `sku,name,category,subcategory,price
URAD,Urad,Pulses,Urad,120
TOOR,Toor,Pulses,Toor,130
RICE,Basmati,Rice,,300
`

/** The form as the page shows it, with places and names. */
async function formOf({ db }: TestDesk): Promise<Record<string, string>> {
  const rows = await readCategories(db)
  return Object.fromEntries(
    rows.flatMap(({ id, name, place }) => [
      [`${id}.name`, name],
      [`${id}.order`, String(place)],
    ]),
  )
}

const shown = async ({ db }: TestDesk) => (await readCategories(db)).map(({ name }) => name)

forEachDatabase((open) => {
  test('a name typed into a form that is older than a colleague’s renaming counts for the category of today (E11)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    const form = await formOf(at)
    const base = '1'
    const theirs = await send(at, 'categories', { ...form, 'pulses.name': 'Dals' }, colleague)
    await publishList(at, theirs, {}, colleague)
    const mine = await send(at, 'categories', { ...form, base, 'urad.name': 'Urad dal' })
    await publishList(at, mine, { 'side.0': 'mine' })
    expect(await shown(at)).toEqual(['Dals', 'Urad dal', 'Toor', 'Rice'])
    await publishList(at, await bring(at, 'sku,withdrawn\nRICE,yes\n'))
    await expect(send(at, 'categories', { ...form, base, 'rice.name': 'Rices' })).rejects.toThrow(
      'Rice: renamed or removed by a colleague in the meantime.',
    )
  })

  test('a sub-category renamed while a colleague renames its category does not split that (E12)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    const form = { ...(await formOf(at)), base: '1' }
    const theirs = await send(at, 'categories', { ...form, 'pulses.name': 'Dals' }, colleague)
    const mine = await send(at, 'categories', { ...form, 'urad.name': 'Urad dal' })
    await publishList(at, theirs, {}, colleague)
    await expect(publishList(at, mine, { rest: 'mine' })).rejects.toThrow('Pulses, Toor, Urad')
    expect(await shown(at)).toEqual(['Dals', 'Urad', 'Toor', 'Rice'])
  })
})

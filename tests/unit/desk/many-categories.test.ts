import { expect, test } from 'vitest'
import { readCategories } from '#lib/server/desk/content/categories.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { bring, callDesk, openDesk, publishList, settled } from '#tests/support/open-desk.ts'

const TOPS = 130
const SUBS = 3

/** A list with a product in each sub-category. */
const LIST = Array.from({ length: TOPS * SUBS }, (_, at) => {
  const top = at % TOPS
  return `S${at},Product ${at},Category ${top},Part ${at} of ${top},100`
})

test('of a shop with hundreds of categories one is renamed by the form, as the page sends it', async () => {
  await using at = await openDesk(openSqlite)
  const text = ['sku,name,category,subcategory,price', ...LIST].join('\n')
  await publishList(at, await bring(at, text))
  const rows = await readCategories(at.db)
  expect(rows).toHaveLength(TOPS + TOPS * SUBS)
  const body: Record<string, string> = { 'new.name': '', 'new.order': '', 'new.subs': '' }
  for (const { id, name, place, parentId } of rows) {
    body[`${id}.name`] = name === 'Category 7' ? 'Pulses' : name
    body[`${id}.order`] = String(place)
    if (parentId === null) body[`${id}.subs`] = ''
  }
  const tops = rows.filter(({ parentId }) => parentId === null)
  // A browser sends every file field, even an empty one.
  const files = ['new', ...tops.map(({ id }) => id)].map((id) => ({
    ...{ field: `${id}.picture`, name: '', bytes: '' },
  }))
  const line = 'POST /api/desk/content/[part]'
  const answer = await callDesk(at, line, { params: { part: 'categories' }, body, files })
  const { path, msg } = await answer.json()
  expect([answer.status, msg]).toEqual([200, expect.any(String)])
  const id = String(path).split('/').at(-1) ?? ''
  await settled(at, id)
  await publishList(at, id)
  const names = (await readCategories(at.db)).map(({ name }) => name)
  expect(names).toContain('Pulses')
  expect(names).not.toContain('Category 7')
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { turnBanners } from '#lib/server/sales/turn-banners.ts'
import { loadBanners } from '#lib/server/catalogue/banners.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openForms } from '#tests/support/desk-forms.ts'
import { picture } from '#tests/support/lists/import-files.ts'
import {
  bring,
  callDesk,
  openDesk,
  publishList,
  reportOf,
  settled,
  type TestDesk,
} from '#tests/support/open-desk.ts'

const LIST = 'sku,name,category,price\nDAL,Toor dal,Pulses,120\n'
const india = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+05:30`)

type Files = { field: string; name: string; bytes: Buffer }[]

async function send(
  at: TestDesk,
  [what, id]: ['products' | 'content', string],
  body: Record<string, string>,
  files: Files,
): Promise<string> {
  const isProduct = what === 'products'
  const answer = await callDesk(
    at,
    isProduct ? 'POST /api/desk/products/[id]' : 'POST /api/desk/content/[part]',
    { params: isProduct ? { id } : { part: id }, body, files },
  )
  const { path, msg } = await answer.json()
  if (answer.status !== 200) throw new Error(msg)
  const list = String(path).split('/').at(-1) ?? ''
  await settled(at, list)
  return list
}

const filesOf = ({ db }: TestDesk) =>
  db.selectFrom('product_image').select('file').orderBy('position').execute()

test('pictures come with a product’s form, before or after the others, and are taken away', async () => {
  await using at = await openDesk()
  await publishList(at, await bring(at, LIST))
  const { id } = await at.db.selectFrom('product').select('id').executeTakeFirstOrThrow()
  const was = { name: 'Toor dal', category: 'Pulses', price: '120.00' }
  const form = { ...was, was: JSON.stringify(was) }
  const photo = { field: 'photo', name: 'image.jpg', bytes: await picture('red') }
  await publishList(at, await send(at, ['products', id], form, [photo]))
  const [first] = await filesOf(at)
  expect(first?.file).toMatch(/^toor-dal-[\da-f]{10}\.jpg$/)

  const images = first?.file ?? ''
  const withOne = { ...was, images }
  const more = { ...withOne, was: JSON.stringify(withOne), pictureplace: 'last' }
  const chosen = { field: 'picture', name: 'IMG_1.PNG', bytes: await picture('blue') }
  await publishList(at, await send(at, ['products', id], more, [chosen]))
  const both = (await filesOf(at)).map(({ file }) => file)
  expect(both).toEqual([images, expect.stringMatching(/\.png$/)])

  const withBoth = { ...was, images: both.join('|') }
  const gone = { ...withBoth, was: JSON.stringify(withBoth), 'gone.0': images }
  await publishList(at, await send(at, ['products', id], gone, []))
  expect((await filesOf(at)).map(({ file }) => file)).toEqual([both[1]])
})

test('what is no picture is refused by the check, and nothing is left of a form that fails', async () => {
  await using at = await openDesk()
  await publishList(at, await bring(at, LIST))
  const { id } = await at.db.selectFrom('product').select('id').executeTakeFirstOrThrow()
  const was = { name: 'Toor dal', category: 'Pulses', price: '120.00' }
  const form = { ...was, was: JSON.stringify(was) }
  const bad = { field: 'photo', name: 'x.jpg', bytes: Buffer.from('<svg>') }
  const list = await send(at, ['products', id], form, [bad])
  expect(await reportOf(at, list)).toMatchObject({ isReadable: true, faultCount: 1 })
  await expect(send(at, ['products', 'new'], { ...form, sku: 'DAL' }, [bad])).rejects.toThrow(
    'DAL is the SKU of another product. Please choose the pictures again.',
  )
  const left = readdirSync(join(at.dataDir, 'desk')).filter((name) => name.endsWith('.part'))
  expect(left).toEqual([])
})

forEachDatabase((open) => {
  test('a banner with a picture of its own is shown from its moment until its end, and taken back', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const body = {
      ...{ '0.title': 'Diwali', '0.alt': 'Lamps', '0.from': '2090-10-20T18:00' },
      ...{ '0.until': '2090-10-25T00:00', '1.title': 'Always', '1.alt': 'Rice' },
    }
    const files = [
      { field: '0.picture', name: 'image.jpg', bytes: await picture('orange', 120, 40) },
      { field: '1.picture', name: 'image.jpg', bytes: await picture('green', 120, 40) },
    ]
    const list = await send(at, ['content', 'banners'], body, files)
    const { changes } = await reportOf(at, list)
    expect(changes.map((one) => one.new)).toEqual([
      '1. Diwali · Lamps · Shown from 2090-10-20 18:00 · Shown until 2090-10-24',
      '2. Always · Rice',
    ])
    await publishList(at, list)
    const titles = async () => (await loadBanners(at.db)).map(({ title }) => title)
    expect(await titles()).toEqual(['Always'])
    expect(await turnBanners(at.db, india('2090-10-20 17:59'))).toBe(0)
    expect(await turnBanners(at.db, india('2090-10-20 18:00'))).toBe(1)
    expect(await titles()).toEqual(['Diwali', 'Always'])
    const said = await at.db.selectFrom('catalogue_change').select('names').execute()
    expect(said.filter(({ names }) => names.includes('banners'))).toHaveLength(2)
    expect(await turnBanners(at.db, india('2090-10-25 00:00'))).toBe(1)
    expect(await titles()).toEqual(['Always'])

    const number = (await at.desk.find(at.editor, list))?.importId ?? 0
    expect(await at.desk.undo(at.editor, number)).toMatchObject({ restored: 1 })
    expect(await titles()).toEqual([])
  })
})

test('a picture that came with a fault elsewhere is named by the form that comes back, and comes with it', async () => {
  await using at = await openForms()
  const typed = { sku: 'DAL-1', name: 'Toor dal', category: 'Pulses', was: '{}', what: 'save' }
  const line = 'POST /api/desk/products/[id]'
  const files = [{ field: 'photo', name: 'IMG_2041.jpg', bytes: await picture('red') }]
  const { html } = await at.sent(line, { ...typed, price: '12x' }, { id: 'new' }, files)
  const form = await at.back(html)
  expect(form).toMatch(
    /name="kept\.0" value="dal-1-[\da-f]{10}\.jpg" checked[^>]*>\s*IMG_2041\.jpg/,
  )
  expect(form).not.toContain('choose the pictures again')
  const hidden = form.matchAll(/name="(keptlist|kept\.0)" value="([^"]*)"/g)
  const kept = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]))
  // Sent twice: what the first list has taken is still there for the second.
  for (const price of ['12y', '120']) {
    const again = await at.sent(line, { ...typed, price, ...kept }, { id: 'new' })
    const name = kept['kept.0'] ?? '-'
    if (price === '120') expect(again.html).toContain(name)
    else expect(await at.back(again.html)).toContain(name)
  }
})

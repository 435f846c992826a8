import { expect, test } from 'vitest'
import { readBannerForms, writeBanners } from '#lib/server/desk/content/banners.ts'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { picture } from '#tests/support/lists/import-files.ts'
import {
  bring,
  openDesk,
  publishList,
  reportOf,
  send,
  type TestDesk,
} from '#tests/support/open-desk.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const COLUMNS = ['image', 'title', 'text', 'alt', 'link', 'order'] as const

/** The form of the banners, as its page shows it. */
async function formOf({ db }: TestDesk): Promise<Record<string, string>> {
  const rows = await readBannerForms(db)
  return Object.fromEntries(
    rows.flatMap((row, at) => COLUMNS.map((column) => [`${at}.${column}`, row[column]])),
  )
}

async function openWithBanners(open: Parameters<typeof openDesk>[0]) {
  const at = await openDesk(open)
  const banners = 'image,title,alt,link,order\na.png,Diwali,Lamps,,1\nb.png,Holi,Colours,,2\n'
  const zip = zipOf([
    { name: 'shop/products.csv', body: 'sku,name,category,price\nDAL,Toor dal,Pulses,120\n' },
    { name: 'shop/banners.csv', body: banners },
    { name: 'shop/images/a.png', body: await picture('#cc8800', 60, 20) },
    { name: 'shop/images/b.png', body: await picture('#0088cc', 60, 20) },
  ])
  await publishList(at, await bring(at, zip, { name: 'shop.zip' }))
  return at
}

test('a banner that is typed without a picture is refused, not thrown away', () => {
  expect(writeBanners({ '2.title': 'New Year' }, () => [])).toEqual({
    ok: false,
    error: 'Banner 3 needs a picture. Please choose one, or clear its other fields.',
  })
})

forEachDatabase((open) => {
  test('editors who change different banners, or other fields of one, both keep their work (E11)', async () => {
    await using at = await openWithBanners(open)
    const colleague = await at.editorOf()
    const form = { ...(await formOf(at)), base: '1' }
    const mine = await send(at, 'banners', { ...form, '1.title': 'Rang', '0.text': 'Bright' })
    const theirs = await send(at, 'banners', { ...form, '0.title': 'Deepavali' }, colleague)
    await publishList(at, theirs, {}, colleague)
    expect(await publishList(at, mine)).toMatchObject({ state: 'published' })
    expect(await readBannerForms(at.db)).toMatchObject([
      { title: 'Deepavali', text: 'Bright' },
      { title: 'Rang' },
    ])
  })

  test('a banner that two editors change differently is asked by its name, the rest is merged (E12)', async () => {
    await using at = await openWithBanners(open)
    const colleague = await at.editorOf()
    const form = { ...(await formOf(at)), base: '1' }
    const theirs = await send(at, 'banners', { ...form, '0.title': 'Deepavali' }, colleague)
    await publishList(at, theirs, {}, colleague)
    const mine = await send(at, 'banners', { ...form, '0.title': 'Lights', '1.title': 'Rang' })
    const { conflicts, changes } = await reportOf(at, mine)
    expect(conflicts).toMatchObject([{ field: 'Deepavali (Banner 1)', by: 2 }])
    expect(changes).toMatchObject([{ field: 'Holi', new: expect.stringContaining('Rang') }])
    await publishList(at, mine, { 'side.0': 'mine' })
    const titles = (await readBannerForms(at.db)).map(({ title }) => title)
    expect(titles).toEqual(['Lights', 'Rang'])
  })

  test('of words that two editors change the question names who changed that word (E12)', async () => {
    await using at = await openWithBanners(open)
    const [first, second] = [await at.editorOf(), await at.editorOf()]
    const base = '1'
    await publishList(at, await send(at, 'words', { base, slogan: 'Fresh' }, first), {}, first)
    await publishList(at, await send(at, 'words', { base: '2', area: 'Pune' }, second), {}, second)
    const mine = await send(at, 'words', { base, slogan: 'Ripe' })
    expect((await reportOf(at, mine)).conflicts).toMatchObject([{ by: 2, editor: first.email }])
    expect((await readStoredShop(at.db)).slogan).toBe('Fresh')
  })
})

import { expect, test } from 'vitest'
import { alarmsAfter, readAnswers } from '#lib/server/desk/read-answers.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { picture } from '#tests/support/lists/import-files.ts'
import { bring, openDesk, publishList, reportOf } from '#tests/support/open-desk.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const LIST = 'sku,name,category,price\nDAL,Toor dal,Pulses,120\nRICE,Basmati,Grains,300\n'

test('a zip of pictures alone gives them to products by sku, and by the names of theirs (E16)', async () => {
  await using at = await openDesk(openSqlite)
  await publishList(at, await bring(at, LIST))
  const first = zipOf([
    { name: 'new/DAL.png', body: await picture('red') },
    { name: 'new/dal-2.png', body: await picture('blue') },
    { name: 'new/nobody.png', body: await picture('green') },
  ])
  const id = await bring(at, first, { name: 'pictures.zip' })
  const report = await reportOf(at, id)
  expect(report.warnings[0]).toContain('nobody.png')
  expect(report.pageNames?.['/product/toor-dal']).toBe('Toor dal')
  expect(report.changes).toMatchObject([
    {
      sku: 'DAL',
      field: 'images',
      pictures: {
        old: [],
        new: [/-40\.webp$/, /-40\.webp$/].map((name) => expect.stringMatching(name)),
      },
    },
  ])
  await publishList(at, id)
  const files = () =>
    at.db.selectFrom('product_image').select(['file', 'picture_id']).orderBy('position').execute()
  const before = await files()
  expect(before.map(({ file }) => file)).toEqual(['DAL.png', 'dal-2.png'])

  const again = zipOf([{ name: 'dal-2.png', body: await picture('yellow') }])
  await publishList(at, await bring(at, again, { name: 'again.zip' }))
  const after = await files()
  expect(after.map(({ file }) => file)).toEqual(['DAL.png', 'dal-2.png'])
  expect(after[0]).toEqual(before[0])
  expect(after[1]?.picture_id).not.toBe(before[1]?.picture_id)

  const more = zipOf([
    { name: 'DAL-2.webp', body: await picture('white') },
    { name: 'dal-3.png', body: await picture('black') },
  ])
  await publishList(at, await bring(at, more, { name: 'more.zip' }))
  const all = await files()
  expect(all.map(({ file }) => file)).toEqual(['DAL.png', 'DAL-2.webp', 'dal-3.png'])
  expect(all[0]).toEqual(before[0])

  const none = await bring(at, zipOf([{ name: 'x.png', body: await picture('red') }]), {
    name: 'x.zip',
  })
  expect((await at.desk.find(at.editor, none))?.found).toMatchObject({
    refusal: expect.stringContaining('none of them'),
  })
})

test('a zip of pictures alone reaches categories by their names, and banners by their pictures (E16)', async () => {
  await using at = await openDesk(openSqlite)
  const shop = zipOf([
    { name: 'products.csv', body: LIST },
    { name: 'banners.csv', body: 'image,title\nfirst.png,One\nsecond.png,Two\n' },
    { name: 'images/first.png', body: await picture('red') },
    { name: 'images/second.png', body: await picture('blue') },
  ])
  await publishList(at, await bring(at, shop, { name: 'shop.zip' }))
  const places = async () => [
    ...(await at.db
      .selectFrom('category')
      .select(['name', 'image', 'picture_id', 'position'])
      .orderBy('name')
      .execute()),
    ...(await at.db
      .selectFrom('banner')
      .select(['title as name', 'image', 'picture_id', 'position'])
      .orderBy('position')
      .execute()),
  ]
  const before = await places()
  const zip = zipOf([
    { name: 'Pulses.png', body: await picture('green') },
    { name: 'second.png', body: await picture('yellow') },
  ])
  await publishList(at, await bring(at, zip, { name: 'pictures.zip' }))
  const after = await places()
  expect(after.map(({ image }) => image)).toEqual([null, 'Pulses.png', 'first.png', 'second.png'])
  expect(after.map(({ position }) => position)).toEqual(before.map(({ position }) => position))
  const differs = after.map(({ picture_id }, at) => picture_id !== before[at]?.picture_id)
  expect(differs).toEqual([false, true, false, true])

  const own = zipOf([
    { name: 'products.csv', body: 'sku,images\nRICE,grains.png\n' },
    { name: 'images/grains.png', body: await picture('red') },
  ])
  await publishList(at, await bring(at, own, { name: 'own.zip' }))
  const anew = zipOf([{ name: 'grains.png', body: await picture('blue') }])
  await publishList(at, await bring(at, anew, { name: 'anew.zip' }))
  expect((await places())[0], 'a picture of a product').toMatchObject({
    name: 'Grains',
    image: null,
  })
})

test('a picture named in Hindi reaches the category of that name (E16)', async () => {
  await using at = await openDesk(openSqlite)
  await publishList(
    at,
    await bring(at, 'sku,name,category,price\nAAM,Mango,फल,90\nATTA,Atta,अनाज,60\n'),
  )
  const zip = zipOf([{ name: 'फल.png', body: await picture('green') }])
  await publishList(at, await bring(at, zip, { name: 'pictures.zip' }))
  const places = await at.db
    .selectFrom('category')
    .select(['name', 'image'])
    .orderBy('name')
    .execute()
  expect(places).toEqual([
    { name: 'अनाज', image: null },
    { name: 'फल', image: 'फल.png' },
  ])
})

test('a list of categories that is older leaves a colleague’s new category at its place', async () => {
  await using at = await openDesk(openSqlite)
  const colleague = await at.editorOf()
  await publishList(at, await bring(at, LIST))
  const zipWith = (text: string) =>
    zipOf([{ name: 'categories.csv', body: `category,order\n${text}` }])
  const bringZip = (text: string, user = at.editor) =>
    bring(at, zipWith(text), { name: 'categories.zip', user })
  await publishList(at, await bringZip('Pulses,10\nGrains,20\n'))
  // Uploaded before the colleague's list, and published after it.
  const old = await bringZip('Pulses,30\nGrains,20\n')
  const theirs = await bringZip('Pulses,10\nTea,15\nGrains,20\n', colleague)
  await publishList(at, theirs, {}, colleague)
  await publishList(at, old)
  const rows = at.db.selectFrom('category').select(['name', 'position']).orderBy('position')
  expect(await rows.execute()).toEqual([
    { name: 'Tea', position: 15 },
    { name: 'Grains', position: 20 },
    { name: 'Pulses', position: 30 },
  ])
})

test('what looks like a slip is weighed again with the answers to what both changed', async () => {
  const conflicts = Array.from({ length: 6 }, (_, n) => ({
    ...{ key: `k${n}`, what: `product ${n}`, sku: `S-${n}`, field: 'price', mine: '9.00' },
    ...{ theirs: '100.00', by: 2, editor: '', at: 0 },
  }))
  const counts = { parsed: 6, accepted: 6, rejected: 0, added: 0, changed: 0, unchanged: 6 }
  const report = {
    ...{ ...counts, withdrawn: 0, lastImport: 2, isReadable: true, faults: [], faultCount: 0 },
    ...{ warnings: [], alarms: [], conflicts, conflictCount: 6, changes: [], changeCount: 0 },
    ...{ pages: [], pageCount: 0, products: 20 },
  }
  expect(alarmsAfter(report, [], () => false)).toEqual([])
  const how = { skipsInvalid: false, stockMode: 'ask' as const, confirmed: '' }
  const all = (side: 'mine' | 'theirs') => new Map(conflicts.map((_, n) => [n, side]))
  expect(readAnswers(report, { ...how, sides: all('theirs') }).ok).toBe(true)
  expect(readAnswers(report, { ...how, sides: all('mine') })).toMatchObject({ ok: false })
  expect(readAnswers(report, { ...how, confirmed: '6', sides: all('mine') }).ok).toBe(true)
})

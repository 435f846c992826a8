import { expect, test } from 'vitest'
import { UNNAMED_SHOP } from '#lib/shop.ts'
import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import { readBannerForms, writeBanners } from '#lib/server/desk/content/banners.ts'
import { readCategories } from '#lib/server/desk/content/categories.ts'
import { typedDelivery, writeDelivery } from '#lib/server/desk/content/delivery.ts'
import { writeCategories } from '#lib/server/desk/content/write-categories.ts'
import { faultyForm } from '#lib/server/desk/form-path.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { picture } from '#tests/support/lists/import-files.ts'
import {
  bring,
  callDesk,
  openDesk,
  publishList,
  reportOf,
  send,
  settled,
  type TestDesk,
} from '#tests/support/open-desk.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const LIST =
  'sku,name,category,subcategory,price\nDAL,Toor dal,Pulses,Dal,120\nRICE,Basmati,Rice,,300\n'

/** The names of the categories that the shop shows, sorted. */
async function shownNames({ db }: TestDesk): Promise<string[]> {
  const rows = db.selectFrom('category').select('name').where('position', '!=', HIDDEN)
  return (await rows.execute()).map(({ name }) => name).toSorted()
}

const categoryId = async ({ db }: TestDesk, name: string) => {
  const found = db.selectFrom('category').select('id').where('name', '=', name)
  return (await found.executeTakeFirstOrThrow()).id
}

test('a form of more banners than it would add keeps them all, but those taken away', () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({
    [`${at}.image`]: `b${at}.jpg`,
    ...{ [`${at}.title`]: `Title ${at}`, [`${at}.order`]: String(at + 1) },
    ...(at === 2 && { [`${at}.gone`]: 'yes' }),
  }))
  const added = (field: string) => (field === '12.picture' ? ['new.jpg'] : [])
  const fields: Record<string, string> = Object.assign({ '12.title': 'New' }, ...rows)
  const written = writeBanners(fields, added)
  const [, ...lines] = (written.ok ? (written.files['banners.csv'] ?? '') : '').trim().split('\n')
  const kept = Array.from({ length: 12 }, (_, at) => `b${at}.jpg`).toSpliced(2, 1)
  expect(lines.map((one) => one.split(',')[0])).toEqual([...kept, 'new.jpg'])
})

test('a PIN code typed with its space is one code, and no two beginnings of half the country', () => {
  const written = writeDelivery({ pins: '411 101, 560 001 560 002\n4120 411\n411 412 413' })
  expect(written.ok && written.files['delivery.csv']?.split('\r\n').slice(1, -1)).toEqual([
    ...['411101', '560001', '560002', '4120', '411', '411', '412', '413'],
  ])
})

test('after a PIN code the form takes words for when it comes, but no second code for words', () => {
  const text = '411, in 2 to 5 days\r\n411 101, today 5–9 pm, or later\n4120 tomorrow\n560'
  const written = writeDelivery({ pins: text })
  const file = written.ok ? (written.files['delivery.csv'] ?? '') : ''
  expect(file.split('\r\n').slice(0, -1)).toEqual([
    ...[
      'pin,when',
      '411,in 2 to 5 days',
      '411101,"today 5–9 pm, or later"',
      '4120,tomorrow',
      '560,',
    ],
  ])
  const hindi = ['411,2 से 5 दिन में', '412,कल', '413,आज']
  const typed = writeDelivery({
    pins: typedDelivery(hindi.map((one) => one.replace(',', '='))).join('\n'),
  })
  expect(typed.ok && typed.files['delivery.csv']?.split('\r\n').slice(1, -1)).toEqual(hindi)
  const slipped = writeDelivery({ pins: '411, 412, Pune\n411 413 Pune' })
  expect(slipped.ok && slipped.files['delivery.csv']?.split('\r\n').slice(0, -1)).toEqual([
    ...['pin', '411', '412', 'Pune', '411413', 'Pune'],
  ])
  const lines = typedDelivery(['411=in 2 to 5 days', '412'])
  expect(lines).toEqual(['411, in 2 to 5 days', '412'])
})

forEachDatabase((open) => {
  test('what is not taken back stays so when its category gets another name', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const noreturns = 'pulses > dal\nrice\nRICE'
    await publishList(at, await send(at, 'words', { noreturns, returndays: '7' }))
    const renamed = { [`${await categoryId(at, 'Pulses')}.name`]: 'Lentils' }
    await publishList(at, await send(at, 'categories', renamed))
    expect(await readStoredShop(at.db)).toMatchObject({
      noreturns: ['Lentils > Dal', 'rice', 'RICE'],
      returndays: 7,
    })
    await publishList(at, await send(at, 'words', { returndays: '' }))
    expect(await readStoredShop(at.db)).toMatchObject({ returndays: null })
  })

  test('a sub-category that gets the name of another one, or had a SKU as its name, promises neither more nor less (E29)', async () => {
    await using at = await openDesk(open)
    const list = [
      ...['sku,name,category,subcategory,price', 'TOOR,Toor dal,Pulses,Dal,120'],
      ...['CHIPS,Chips,Snacks,Namkeen,20', 'WHOLE,Chana,Pulses,Whole,90'],
    ]
    await publishList(at, await bring(at, `${list.join('\n')}\n`))
    await publishList(at, await send(at, 'words', { noreturns: 'Dal\nWhole', returndays: '7' }))
    const ids = await Promise.all(['Dal', 'Whole'].map((name) => categoryId(at, name)))
    const form = { [`${ids[0]}.name`]: 'Namkeen', [`${ids[1]}.name`]: 'Unsplit' }
    await publishList(at, await send(at, 'categories', form))
    expect((await readStoredShop(at.db)).noreturns).toEqual([
      ...['Pulses > Namkeen', 'Whole', 'Unsplit'],
    ])
    await expect(send(at, 'words', { noreturns: 'Snaks' })).rejects.toThrow(
      'the shop has no category and no product called Snaks (did you mean Snacks?).',
    )
  })

  test('words, PIN codes and pages are changed by forms, shown first, and taken back', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const words = await send(at, 'words', {
      ...{ name: 'Chulha', slogan: 'Fresh', points: 'One\r\nTwo', returndays: '7 days' },
    })
    expect(await reportOf(at, words)).toMatchObject({ changed: 0, withdrawn: 0 })
    expect(await publishList(at, words)).toMatchObject({ state: 'published', importId: 2 })
    const { json } = await at.db.selectFrom('shop').select('json').executeTakeFirstOrThrow()
    expect(JSON.parse(json)).toMatchObject({
      name: 'Chulha',
      slogan: 'Fresh',
      points: ['One', 'Two'],
      returndays: 7,
    })
    await expect(send(at, 'words', { returndays: 'a week' })).rejects.toThrow(
      'field “Days allowed for returns; 0 means no returns; leave it empty to say nothing about returns” again: a whole number of days.',
    )
    await expect(send(at, 'words', { countries: 'India\nNarnia' })).rejects.toThrow(
      'Narnia is not a country the shop knows.',
    )
    await expect(send(at, 'words', { sameas: 'javascript:alert(1)' })).rejects.toThrow(
      'javascript:alert(1) is not an address that begins with https://.',
    )

    await expect(send(at, 'words', { noreturns: 'Pulses\nTomatos' })).rejects.toThrow(
      'the shop has no category and no product called Tomatos.',
    )

    await publishList(at, await send(at, 'delivery', { pins: '411, 4120\n560001' }))
    const pins = () => at.db.selectFrom('delivery_pin').select('prefix').orderBy('prefix').execute()
    expect((await pins()).map(({ prefix }) => prefix)).toEqual(['411', '4120', '560001'])
    const wrong = await send(at, 'delivery', { pins: 'Pune' })
    expect((await reportOf(at, wrong)).faultCount).toBe(1)

    const text = { kind: 'page', id: 'about', isnew: 'yes', title: 'About', description: 'Us.' }
    await publishList(at, await send(at, 'texts', { ...text, body: 'We sell dal.' }))
    const pages = () => at.db.selectFrom('content_page').select(['id', 'body']).execute()
    expect(await pages()).toEqual([{ id: 'about', body: 'We sell dal.' }])
    await expect(send(at, 'texts', { ...text, body: '' })).rejects.toThrow(
      'There is already a text',
    )
    const gone = { kind: 'page', id: 'about', what: 'remove' }
    await publishList(at, await send(at, 'texts', gone))
    expect(await pages()).toEqual([])
    await callDesk(at, 'POST /api/desk/imports/[number]/undo', {
      params: { number: '5' },
      body: {},
    })
    expect(await pages()).toEqual([{ id: 'about', body: 'We sell dal.' }])
  })

  test('the names of one thing, the country of the cart and the price filter have fields of their own', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const names = { synonyms: 'besan, gram flour\r\n\r\n tamatar ,tomato|love apple\n' }
    await publishList(at, await send(at, 'synonyms', names))
    expect(await loadSynonyms(at.db)).toEqual(['besan|gram flour', 'tamatar|tomato|love apple'])
    const alone = await reportOf(at, await send(at, 'synonyms', { synonyms: 'besan' }))
    expect(alone.faultCount).toBe(1)
    const said = { estimate: 'India', pricefilter: 'list' }
    const id = await send(at, 'words', said)
    const { changes } = await reportOf(at, id)
    expect(changes.filter(({ field }) => Object.hasOwn(UNNAMED_SHOP, field))).toEqual([])
    await publishList(at, id)
    expect(await readStoredShop(at.db)).toMatchObject(said)
    await expect(send(at, 'words', { pricefilter: 'narrow' })).rejects.toThrow(
      'Price filter of lists',
    )
    await publishList(at, await send(at, 'synonyms', { synonyms: '' }))
    expect(await loadSynonyms(at.db)).toEqual([])
  })

  test('a typing error in a form takes nothing away that the shop has: first it is corrected', async () => {
    await using at = await openDesk(open)
    const banners =
      'image,title,text,alt,link,order,from,until\nb.png,Diwali,,Lamps,/category/pulses,1,,\n'
    const zip = zipOf([
      { name: 'shop/products.csv', body: LIST },
      { name: 'shop/banners.csv', body: banners },
      { name: 'shop/delivery.csv', body: 'pin\n560\n411001\n' },
      { name: 'shop/images/b.png', body: await picture('#cc8800', 60, 20) },
    ])
    await publishList(at, await bring(at, zip, { name: 'shop.zip' }))
    const [{ image } = { image: '' }] = await readBannerForms(at.db)
    const shown = async () => [
      await at.db.selectFrom('banner').select(['title', 'link']).execute(),
      await at.db.selectFrom('delivery_pin').select('prefix').orderBy('prefix').execute(),
    ]
    const before = await shown()
    const slipped = [
      await send(at, 'banners', {
        ...{ '0.image': image, '0.title': 'Diwali', '0.alt': 'Lamps', '0.order': '1' },
        '0.link': 'category/nothing-here',
      }),
      await send(at, 'delivery', { pins: '560\n41x\n411001' }),
    ]
    for (const id of slipped) {
      const { name } = (await at.desk.find(at.editor, id)) ?? { name: '' }
      const path = `/desk/content/${id === slipped[0] ? 'banners' : 'delivery'}`
      expect(await faultyForm(at.db, name, await reportOf(at, id))).toBe(path)
      const cell = id === slipped[0] ? 'category/nothing-here' : '41x'
      expect((await reportOf(at, id)).faults).toMatchObject([{ cell }])
      await expect(publishList(at, id, { skipinvalid: 'yes' })).rejects.toThrow(
        'correct these fields and save again',
      )
      expect((await at.desk.find(at.editor, id))?.state).toBe('checked')
    }
    expect(await shown()).toEqual(before)
  })

  test('a category with another name takes its products and its place along', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const id = await categoryId(at, 'Pulses')
    const form = { [`${id}.name`]: 'Dals & pulses', [`${id}.order`]: '7' }
    await publishList(at, await send(at, 'categories', form))
    const rows = at.db
      .selectFrom('product')
      .innerJoin('category', 'category.id', 'category_id')
      .select(['sku', 'category.name', 'category.position'])
      .orderBy('sku')
    expect(await rows.execute()).toMatchObject([
      { sku: 'DAL', name: 'Dals & pulses', position: 7 },
      { sku: 'RICE', name: 'Rice' },
    ])
    const old = at.db.selectFrom('category').select('moved_to').where('id', '=', id)
    expect((await old.executeTakeFirstOrThrow()).moved_to).toBe(
      await categoryId(at, 'Dals & pulses'),
    )
  })

  test('a category is added with its sub-categories before it has products, and taken away again', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const pulses = await categoryId(at, 'Pulses')
    const added = {
      'new.name': 'Pickles',
      'new.subs': 'Mango\r\nLime',
      [`${pulses}.subs`]: 'Beans',
    }
    await publishList(at, await send(at, 'categories', added))
    const all = ['Beans', 'Dal', 'Lime', 'Mango', 'Pickles', 'Pulses', 'Rice']
    expect(await shownNames(at)).toEqual(all)
    // An import that names no categories leaves an empty one in place.
    await publishList(at, await bring(at, 'sku,price\nDAL,130\n'))
    expect(await shownNames(at)).toEqual(all)
    const rows = await readCategories(at.db)
    expect(rows.map(({ name, place }) => `${name} ${place}`)).toEqual([
      ...['Pulses 1', 'Dal 1', 'Beans 2', 'Rice 2', 'Pickles 3', 'Mango 1', 'Lime 2'],
    ])

    await expect(send(at, 'categories', { 'new.name': 'rice' })).rejects.toThrow(
      'Two categories cannot have the same name: rice.',
    )
    const pickles = await categoryId(at, 'Pickles')
    const gone = { [`${pickles}.remove`]: 'yes', [`${pulses}.remove`]: 'yes' }
    await publishList(at, await send(at, 'categories', gone))
    expect(await shownNames(at)).toEqual(['Beans', 'Dal', 'Pulses', 'Rice'])
  })

  test('a category that a colleague took away or renamed does not come back by pictures checked before (E11)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, `${LIST}CTC,Masala chai,Tea,,90\n`))
    await publishList(at, await send(at, 'categories', { 'new.name': 'Pickles' }))
    const [pulses, pickles] = [await categoryId(at, 'Pulses'), await categoryId(at, 'Pickles')]
    const image = { name: 'images/tea.png', body: await picture('#cc8800', 20, 20) }
    const pictures = await bring(at, zipOf([image]), { name: 'pictures.zip' })
    const body =
      'category,subcategory,order\nPulses,,1\nPulses,Dal,1\nRice,,2\nTea,,3\nPickles,,4\n'
    const id = await bring(at, zipOf([{ name: 'categories.csv', body }]), { name: 'list.zip' })
    const theirs = { [`${pickles}.remove`]: 'yes', [`${pulses}.name`]: 'Lentils' }
    await publishList(at, await send(at, 'categories', theirs, colleague), {}, colleague)
    const shown = ['Dal', 'Lentils', 'Rice', 'Tea']
    expect(await shownNames(at)).toEqual(shown)

    await callDesk(at, 'POST /api/desk/uploads/[id]/check', { params: { id }, body: {} })
    await settled(at, id)
    // Kept: Pickles, Pulses and its sub-category.
    expect(await reportOf(at, id)).toMatchObject({ kept: 3, conflicts: [], changeCount: 0 })
    expect(await publishList(at, pictures)).toMatchObject({ state: 'published' })
    expect(await shownNames(at)).toEqual(shown)
    const rows = at.db.selectFrom('category').select(['name', 'picture_id', 'moved_to'])
    expect(await rows.where('name', 'in', ['Pulses', 'Tea']).orderBy('name').execute()).toEqual([
      { name: 'Pulses', picture_id: null, moved_to: await categoryId(at, 'Lentils') },
      { name: 'Tea', picture_id: expect.any(String), moved_to: null },
    ])
  })

  test('a category that a colleague took away is shown where its own list sells something in it', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    await publishList(at, await send(at, 'categories', { 'new.name': 'Pickles', 'new.order': '1' }))
    const zip = zipOf([
      { name: 'categories.csv', body: 'category,order\nPickles,1\nPulses,2\nRice,3\n' },
      { name: 'products.csv', body: 'sku,name,category,price\nLIME,Lime pickle,Pickles,90\n' },
    ])
    const id = await bring(at, zip, { name: 'pickles.zip' })
    const gone = { [`${await categoryId(at, 'Pickles')}.remove`]: 'yes' }
    await publishList(at, await send(at, 'categories', gone, colleague), {}, colleague)
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
    const rows = await readCategories(at.db)
    expect(rows.map(({ name }) => name).slice(0, 2)).toEqual(['Pickles', 'Pulses'])
  })

  test('what a form says of categories is refused where it could not be kept, by name', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    await publishList(at, await send(at, 'categories', { 'new.name': 'Pickles' }))
    const id = await categoryId(at, 'Pickles')
    const refusals: [Record<string, string>, string][] = [
      [{ 'new.subs': 'Mango' }, 'The new category has no name.'],
      [{ [`${id}.remove`]: 'yes', [`${id}.subs`]: 'Mango' }, 'Pickles cannot be removed'],
      [{ [`${id}.order`]: '1234567' }, 'The position of Pickles must be a whole number'],
      [{ 'new.name': 'Tea', 'new.order': 'first' }, 'The position of Tea must be a whole number'],
    ]
    for (const [form, msg] of refusals) {
      await expect(send(at, 'categories', form)).rejects.toThrow(msg)
    }
    const pictured = (field: string) => (field === 'new.picture' ? ['tea.jpg'] : [])
    expect(await writeCategories(at.db, {}, pictured)).toEqual({
      ok: false,
      error: expect.stringContaining('The new category has no name.'),
    })
  })

  test('a zip has just what changes: what it lacks stays, also where the rest is withdrawn (E16)', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const zip = zipOf([
      { name: 'diwali/delivery.csv', body: 'pin\n411\n' },
      { name: 'diwali/note.txt', body: 'x' },
    ])
    const id = await bring(at, zip, { name: 'diwali.zip', body: { withdraws: 'yes' } })
    expect(await reportOf(at, id)).toMatchObject({ withdrawn: 0, changeCount: 1 })
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
    const sold = at.db.selectFrom('product').select('sku').where('withdrawn_at', 'is', null)
    expect(await sold.execute()).toHaveLength(2)
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importText, lastNames, rowsOf } from '#tests/support/lists/import-files.ts'
import { ATTA, DAL, RICE, file, productOf, versionOf } from '#tests/support/lists/small-lists.ts'

const NO_SALE = { sale_paise: null, base_paise: null, base_oldprice_paise: null }

forEachDatabase((open) => {
  test('a first import adds everything and says so', async () => {
    await using shop = await open()
    const report = await importText(shop, file(DAL, RICE, ATTA))
    expect(report).toMatchObject({
      parsed: 3,
      accepted: 3,
      rejected: 0,
      added: 3,
      changed: 0,
      import: 1,
    })
    expect(await productOf(shop, 'DAL-1')).toMatchObject({
      id: 'toor-dal',
      number: 1,
      category_id: 'pulses',
      subcat_id: 'dal',
      price_paise: 12000,
      oldprice_paise: 15000,
      stock: 4,
      is_featured: 1,
      withdrawn_at: null,
    })
    expect(await productOf(shop, 'ATTA-1')).toMatchObject({
      price_paise: 6400,
      oldprice_paise: 7000,
      stock: null,
      pack_kind: 'weight',
    })
    expect(await rowsOf(shop, 'pack')).toEqual([
      {
        ...NO_SALE,
        product_id: 'chakki-atta',
        label: '1 kg',
        position: 0,
        price_paise: 6400,
        oldprice_paise: 7000,
        stock: 60,
      },
      {
        ...NO_SALE,
        product_id: 'chakki-atta',
        label: '5 kg',
        position: 1,
        price_paise: 28900,
        oldprice_paise: null,
        stock: 35,
      },
    ])
    expect(await lastNames(shop)).toEqual(
      [
        'categories',
        'card:basmati-rice',
        'card:chakki-atta',
        'card:toor-dal',
        'chunk:0',
        'chunks',
        'list:atta',
        'list:dal',
        'home:featured',
        'list:flours',
        'home:newest',
        'list:pulses',
        'list:rice',
        'offers',
        'place:flours',
        'place:pulses',
        'place:rice',
        'product:basmati-rice',
        'product:chakki-atta',
        'product:toor-dal',
      ].sort(),
    )
  })

  test('a category whose name is that of a list of home has a list of its own', async () => {
    await using shop = await open()
    await importText(
      shop,
      'sku,name,category,price\nA,Toor dal,Newest,120\nB,Rice,Grains,90\nC,Tea,Featured,60\n',
    )
    const catalogue = new Catalogue(shop.db)
    expect(await catalogue.lists.ids('newest')).toHaveLength(3)
    expect(await catalogue.lists.ids('featured')).toEqual([])
    expect(await catalogue.lists.ids({ categoryId: 'newest' })).toEqual(['toor-dal'])
    expect(await catalogue.lists.ids({ categoryId: 'featured' })).toEqual(['tea'])
  })

  test('the same file again changes nothing (E03)', async () => {
    await using shop = await open()
    await importText(shop, file(DAL, RICE, ATTA))
    const before = [await rowsOf(shop, 'product'), await versionOf(shop)]
    const report = await importText(shop, file(DAL, RICE, ATTA))
    expect(report).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 3,
      withdrawn: 0,
      import: null,
      pages: [],
    })
    expect([await rowsOf(shop, 'product'), await versionOf(shop)]).toEqual(before)
    expect(await shop.db.selectFrom('catalogue_import').selectAll().execute()).toHaveLength(1)
  })

  test('with one bad row nothing is changed (E02)', async () => {
    await using shop = await open()
    const report = await importText(shop, file(DAL, 'BAD,,Rice,,1,,,,,'))
    expect(report).toMatchObject({
      isRefused: true,
      parsed: 2,
      accepted: 1,
      rejected: 1,
      added: 0,
      import: null,
    })
    expect(await rowsOf(shop, 'product')).toEqual([])
    expect(await shop.db.selectFrom('import_row').selectAll().execute()).toEqual([])
    expect(await versionOf(shop)).toBe(0)
  })

  test('--skip-invalid takes the good rows', async () => {
    await using shop = await open()
    const report = await importText(shop, file(DAL, 'BAD,,Rice,,1,,,,,', RICE), {
      skipInvalid: true,
    })
    expect(report).toMatchObject({
      isRefused: false,
      parsed: 3,
      accepted: 2,
      rejected: 1,
      added: 2,
    })
    expect(report.errors).toHaveLength(1)
  })

  test('a description of a product touches its page, not its card', async () => {
    await using shop = await open()
    await importText(
      shop,
      'sku,name,category,price,description\nA,Dal,Pulses,1,Old\nB,Rice,Pulses,1,Old\n',
    )
    const first = await productOf(shop, 'A')
    const report = await importText(
      shop,
      'sku,name,category,price,description\nA,Dal,Pulses,1,New\nB,Rice,Pulses,1,Old\n',
    )
    expect(report).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await lastNames(shop)).toEqual(['chunk:0', 'product:dal'])
    const { changed_at, created_at } = await productOf(shop, 'A')
    expect(created_at).toBe(first.created_at)
    expect(changed_at).toBeGreaterThanOrEqual(first.changed_at)
  })

  test('a price touches the card, and counting stock down does not until it is 0', async () => {
    await using shop = await open()
    await importText(shop, file(DAL))
    await importText(shop, file(DAL.replace(',120,', ',110,')))
    const prices = ['prices::offers', 'prices:dal', 'prices:pulses']
    expect(await lastNames(shop), 'its lists begin and end elsewhere').toEqual([
      ...['card:toor-dal', 'chunk:0', ...prices, 'product:toor-dal'].sort(),
    ])
    await importText(shop, file(DAL.replace(',120,', ',110,').replace(',4,', ',3,')))
    expect(await lastNames(shop)).toEqual(['chunk:0', 'product:toor-dal'])
    await importText(shop, file(DAL.replace(',120,', ',110,').replace(',4,', ',0,')))
    const names = ['facets::offers', 'facets:dal', 'facets:pulses', 'product:toor-dal']
    expect(await lastNames(shop)).toEqual(['card:toor-dal', 'chunk:0', ...names])
  })

  test('a price between others of its lists leaves their filters alone', async () => {
    await using shop = await open()
    const other = (sku: string, price: string) =>
      DAL.replace('DAL-1,Toor', `${sku},${sku}`).replace(',120,', `,${price},`)
    const others = [other('DAL-2', '100'), other('DAL-3', '140')]
    await importText(shop, file(DAL, ...others))
    await importText(shop, file(DAL.replace(',120,', ',110,'), ...others))
    expect(await lastNames(shop)).toEqual(['card:toor-dal', 'chunk:0', 'product:toor-dal'])
  })

  test('a product that moves touches the lists that it leaves and joins, and keeps its id', async () => {
    await using shop = await open()
    await importText(shop, file(DAL, RICE))
    await importText(shop, file(DAL.replace('Pulses,Dal', 'Rice,Broken'), RICE))
    expect(await lastNames(shop)).toEqual([
      'categories',
      'chunk:0',
      'facets::offers',
      'facets:broken',
      'facets:rice',
      'list:broken',
      'list:dal',
      'list:pulses',
      'list:rice',
      'place:pulses',
      'place:rice',
      'product:toor-dal',
    ])
  })

  test('a name may change: the id and the number stay', async () => {
    await using shop = await open()
    await importText(shop, file(DAL))
    await importText(shop, file(DAL.replace('Toor dal', 'Arhar dal')))
    expect(await productOf(shop, 'DAL-1')).toMatchObject({
      id: 'toor-dal',
      number: 1,
      name: 'Arhar dal',
    })
  })

  test('products of one name get ids by unit, then by number', async () => {
    await using shop = await open()
    const rows = ['1 kg', '2 kg', '2 kg', ''].map((unit, i) => `S-${i},Salt,Spices,,10,,,,${unit},`)
    await importText(shop, file(...rows, 'S-9,नमक,Spices,,10,,,,,'))
    const ids = await shop.db.selectFrom('product').select('id').orderBy('number').execute()
    expect(ids.map((row) => row.id)).toEqual(['salt', 'salt-2-kg', 'salt-2', 'salt-3', 's-9'])
  })

  test('a sub-category under two categories has an id with its category', async () => {
    await using shop = await open()
    await importText(
      shop,
      file('A,One,Rice,Organic,1,,,,,', 'B,Two,Pulses,Organic,1,,,,,', 'C,Three,Pulses,Dal,1,,,,,'),
    )
    await importText(shop, file('D,Four,Rice,Dal,1,,,,,', 'E,Five,PULSES,dal,1,,,,,'))
    const ids = (await rowsOf(shop, 'category')).map((row) => row.id)
    expect(ids.sort()).toEqual([
      'dal',
      'pulses',
      'pulses-organic',
      'rice',
      'rice-dal',
      'rice-organic',
    ])
    expect(await productOf(shop, 'E')).toMatchObject({ category_id: 'pulses', subcat_id: 'dal' })
  })

  test('one name that two keyboards spell differently is one category', async () => {
    await using shop = await open()
    // The same letters to the eye: ज़ as one character, and as ज with a dot below; é the same way.
    const composed =
      'sku,name,category,price\nAJ,Ajwain,\u0924\u093e\u095b\u0940,40\nCA,Tea,Caf\u00e9,60\n'
    const taken = await importText(shop, composed)
    expect(taken.warnings).toEqual([])
    const apart = composed.normalize('NFD').replace('AJ,', 'AK,').replace('CA,', 'CB,')
    expect(apart).not.toContain('\u00e9')
    await importText(shop, apart)
    const names = await shop.db.selectFrom('category').select('name').orderBy('name').execute()
    expect(names).toHaveLength(2)
  })

  test('columns that the file lacks stay as they are, and an empty cell empties', async () => {
    await using shop = await open()
    await importText(shop, file(DAL, ATTA))
    await importText(shop, 'sku,name,category,price\nDAL-1,Toor dal,Pulses,110\n')
    expect(await productOf(shop, 'DAL-1')).toMatchObject({
      price_paise: 11000,
      oldprice_paise: 15000,
      stock: 4,
      unit: '1 kg',
      is_featured: 1,
      subcat_id: 'dal',
    })
    await importText(shop, 'sku,name,category,price,unit,stock\nDAL-1,Toor dal,Pulses,150,,\n')
    expect(await productOf(shop, 'DAL-1')).toMatchObject({
      price_paise: 15000,
      oldprice_paise: null,
      stock: null,
      unit: '',
    })
    const report = await importText(shop, 'sku,name,category,price\nATTA-1,Chakki atta,Flours,70\n')
    expect(report).toMatchObject({
      unchanged: 1,
      warnings: [
        '1 product keeps the prices of packs, not the price in the list: ATTA-1 (1 kg, 5 kg). To change them, use the columns sku, weight and price, with a row for each pack',
      ],
      pricesKept: 1,
    })
    expect(await rowsOf(shop, 'pack')).toHaveLength(2)
  })

  test('packs may be added, changed and taken away', async () => {
    await using shop = await open()
    await importText(shop, file(ATTA))
    await importText(
      shop,
      file(ATTA.replace('5 kg=289.00', '2 kg=120|5 kg=280').replace('60|35', '60||9')),
    )
    const packs = shop.db.selectFrom('pack').select('stock').orderBy('position')
    expect((await packs.execute()).map(({ stock }) => stock)).toEqual([60, null, 9])
    await importText(shop, file('ATTA-1,Chakki atta,Flours,Atta,64,,5,,1 kg,'))
    expect(await rowsOf(shop, 'pack')).toEqual([])
    expect(await productOf(shop, 'ATTA-1')).toMatchObject({
      price_paise: 6400,
      stock: 5,
      pack_kind: null,
      weights: '',
    })
  })

  test('an image without a file is refused, and a known name is enough later on', async () => {
    await using shop = await open()
    const text = (price: string) => `sku,name,category,price,images\nA,Dal,Pulses,${price},a.png\n`
    expect(await importText(shop, text('1'))).toMatchObject({
      isRefused: true,
      errors: [{ column: 'images', line: 2 }],
    })
    await shop.db.insertInto('picture').values({ id: '00ff', width: 10, height: 10 }).execute()
    await importText(shop, 'sku,name,category,price\nA,Dal,Pulses,1\n')
    await shop.db
      .insertInto('product_image')
      .values({ product_id: 'dal', position: 0, file: 'a.png', picture_id: '00ff' })
      .execute()
    expect(await importText(shop, text('1'))).toMatchObject({ unchanged: 1, isRefused: false })
    expect(await importText(shop, text('2'))).toMatchObject({ changed: 1 })
  })

  test('more rows than fit into one statement all come in', async () => {
    await using shop = await open()
    const rows = Array.from(
      { length: 1234 },
      (_, i) =>
        `R-${i},Rice number ${i},Rice,Sort ${i % 7},${i + 1},,,1 kg=${i + 1}|2 kg=${2 * i + 2},,`,
    )
    expect(await importText(shop, file(...rows))).toMatchObject({ accepted: 1234, added: 1234 })
    expect(await importText(shop, file(...rows))).toMatchObject({ unchanged: 1234, import: null })
    const { total } = await shop.db
      .selectFrom('pack')
      .select(sql<number>`sum(price_paise)`.as('total'))
      .executeTakeFirstOrThrow()
    expect(Number(total)).toBe((1234 * 1235 * 3 * 100) / 2)
  })
})

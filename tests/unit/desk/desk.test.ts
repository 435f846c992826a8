import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastActions, lastImports } from '#lib/server/desk/actions.ts'
import { KEPT_MS, sweep } from '#lib/server/shop/sweep.ts'
import { columnTexts } from '#lib/texts/page/import/columns.ts'
import { mergeTexts } from '#lib/texts/page/import/merge.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import {
  bring,
  callDesk,
  hasFolder,
  openDesk,
  publishList,
  reportOf,
  settled,
} from '#tests/support/open-desk.ts'
import { openPages } from '#tests/support/desk-pages.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'
import { Till } from '#tests/support/orders/stock-shop.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const HEADER = 'sku,name,category,price'
const LIST = `${HEADER}\nDAL,Toor dal,Pulses,120\nRICE,Basmati,Rice,300\n`

forEachDatabase((open) => {
  test('an editor brings a list, sees what it would change, publishes it and takes it back', async () => {
    await using at = await openDesk(open, { hasThread: true })
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, LIST.replace('120', '99.50'), { name: 'C:\\lists\\diwali "1".csv' })
    const report = await reportOf(at, id)
    expect(report).toMatchObject({ parsed: 2, rejected: 0, changed: 1, unchanged: 1, added: 0 })
    expect(report.changes).toEqual([
      { what: 'product Toor dal', sku: 'DAL', field: 'price', old: '120.00', new: '99.50' },
    ])
    const price = () =>
      at.db.selectFrom('product').select('price_paise').where('sku', '=', 'DAL').executeTakeFirst()
    expect(await price()).toMatchObject({ price_paise: 12_000 })

    expect(await publishList(at, id)).toMatchObject({ state: 'published', importId: 2 })
    expect(await price()).toMatchObject({ price_paise: 9950 })
    await expect.poll(() => hasFolder(at, id)).toBe(false)
    const back = await callDesk(at, 'POST /api/desk/imports/[number]/undo', {
      params: { number: '2' },
    })
    expect(back.status).toBe(200)
    expect(await price()).toMatchObject({ price_paise: 12_000 })

    const who = at.editor.email
    expect(await lastImports(at.db, 9)).toMatchObject([
      { id: 3, editor: who, undoes: 2 },
      { id: 2, editor: who, source: 'diwali 1.csv', changed: 1, undone_by: 3 },
      { id: 1, editor: who, added: 2 },
    ])
    const actions = await lastActions(at.db, 9)
    expect(actions.map(({ kind }) => kind)).toEqual([
      'undo',
      'publish',
      'upload',
      'publish',
      'upload',
    ])
    expect(new Set(actions.map((action) => action.who))).toEqual(new Set([who]))
    expect(at.faults).toEqual([])
  })

  test('of an import the prices alone are taken back, or what is ticked', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    await publishList(at, await bring(at, 'sku,price,brand\nDAL,99,Tata\nRICE,250,Amul\n'))
    let said = ''
    const take = async (body: Record<string, string>) => {
      const params = { number: '2' }
      const answer = await callDesk(at, 'POST /api/desk/imports/[number]/undo', { params, body })
      said = (await answer.json()).msg
      return answer.status
    }
    const shown = async () => {
      const rows = at.db.selectFrom('product').select(['price_paise', 'brand']).orderBy('sku')
      return (await rows.execute()).map(({ price_paise, brand }) => [price_paise, brand])
    }
    expect(await take({ scope: 'ticked', leave: 'yes' })).toBe(400)
    expect(await take({ kind: 'everything' })).toBe(400)
    expect(await take({ kind: 'prices', leave: 'yes' })).toBe(200)
    const tata = [
      [12_000, 'Tata'],
      [30_000, 'Amul'],
    ]
    expect(await shown()).toEqual(tata)
    const { id } = await at.db
      .selectFrom('product')
      .select('id')
      .where('sku', '=', 'RICE')
      .executeTakeFirstOrThrow()
    const ticked = { scope: 'ticked', leave: 'yes', [`pick.product:${id}`]: 'yes' }
    expect(await take(ticked)).toBe(200)
    expect(said).toContain('A part of import 2 was taken back: 1 entry restored.')
    expect(await shown()).toEqual([tata[0], [30_000, '']])
    expect(await take(ticked)).toBe(409)
    const { out } = await shopOver(at, 'undo', '2')
    expect(out).toContain('Import 2 was taken back: 1 entry restored.')
  })

  test('stocks that would bring sold units back are asked about without flags of the command line', async () => {
    await using at = await openDesk(open)
    const list = 'sku,name,category,price,stock\nDAL,Toor dal,Pulses,120,10\n'
    await publishList(at, await bring(at, list))
    await new Till(at).sell('toor-dal', 3)
    const id = await bring(at, list)
    const { asks, warnings } = await reportOf(at, id)
    expect([asks, warnings]).toMatchObject([{ products: 1, units: 3 }, []])
    const { found } = await publishList(at, id)
    expect(found).toEqual({
      refusal: expect.stringMatching(
        /3 units of (it|these) may have been sold since .* Check it again and choose/,
      ),
    })
    expect(found).toEqual({ refusal: expect.not.stringContaining('--') })
  })

  test('refused rows are shown with their cells, and left out when the editor says so', async () => {
    await using at = await openDesk(open)
    const id = await bring(at, `${LIST}CHAI,Masala chai,Drinks,1.234\nOIL,,Oils,90\n`)
    expect((await reportOf(at, id)).faults).toMatchObject([
      { line: 4, sku: 'CHAI', name: 'Masala chai', column: 'price', cell: '1.234' },
      { line: 5, sku: 'OIL', name: '', column: 'name', cell: '' },
    ])
    const refused = await publishList(at, id)
    expect(refused).toMatchObject({ state: 'failed', found: { refusal: expect.any(String) } })
    const again = await bring(at, `${LIST}CHAI,Masala chai,Drinks,1.234\n`)
    expect(await publishList(at, again, { skipinvalid: 'yes' })).toMatchObject({
      state: 'published',
    })
    const { count } = await at.db
      .selectFrom('product')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(2)
  })

  test('a complete list withdraws what it lacks only where the editor says so', async () => {
    await using at = await openDesk(open)
    await publishList(at, await bring(at, LIST))
    const id = await bring(at, `${HEADER}\nDAL,Toor dal,Pulses,120\n`)
    expect(await reportOf(at, id)).toMatchObject({ withdrawn: 0, unchanged: 1 })
    await callDesk(at, 'POST /api/desk/uploads/[id]/check', {
      params: { id },
      body: { withdraws: 'yes' },
    })
    await settled(at, id)
    expect(await reportOf(at, id)).toMatchObject({ withdrawn: 1 })
    await publishList(at, id)
    expect((await lastImports(at.db, 1))[0]).toMatchObject({ withdrawn: 1 })
  })

  test('a list that takes half of the shop away counts when its number is typed, not by a click', async () => {
    await using at = await openDesk(open)
    const rows = (count: number) =>
      Array.from({ length: count }, (_, row) => `DAL-${row},Dal ${row},Pulses,90\n`).join('')
    await publishList(at, await bring(at, `${HEADER}\n${rows(20)}`))
    const id = await bring(at, `${HEADER}\n${rows(8)}`, { body: { withdraws: 'yes' } })
    const { alarms } = await reportOf(at, id)
    expect(alarms).toMatchObject([{ count: 12, isGrave: true }])
    const say = (body: Record<string, unknown>) =>
      callDesk(at, 'POST /api/desk/uploads/[id]/publish', { params: { id }, body })
    for (const body of [{}, { confirm: 'yes' }, { confirm: '8' }]) {
      const answer = await say(body)
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({ msg: expect.stringContaining('Type 12') })
    }
    expect((await say({ confirm: '12' })).status).toBe(200)
    expect(await settled(at, id)).toMatchObject({ state: 'published' })
    expect((await lastImports(at.db, 1))[0]).toMatchObject({ withdrawn: 12 })
  })

  test('of two clicks on publish one counts', async () => {
    await using at = await openDesk(open)
    const id = await bring(at, LIST)
    const click = () =>
      callDesk(at, 'POST /api/desk/uploads/[id]/publish', { params: { id }, body: {} })
    const answers = await Promise.all([click(), click(), click()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await settled(at, id)
    expect(await lastImports(at.db, 9)).toHaveLength(1)
  })

  test('what a colleague brought since is not withdrawn by a complete list that does not know it (E11)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    const complete = await bring(at, LIST.replace('120', '130'), { body: { withdraws: 'yes' } })
    const tea = await bring(at, `${HEADER}\nTEA,Masala chai,Drinks,90\n`, { user: colleague })
    await publishList(at, tea, {}, colleague)
    await callDesk(at, 'POST /api/desk/uploads/[id]/check', {
      params: { id: complete },
      body: { withdraws: 'yes' },
    })
    await settled(at, complete)
    expect(await reportOf(at, complete)).toMatchObject({ changed: 1, withdrawn: 0 })
    expect(await publishList(at, complete)).toMatchObject({ state: 'published', importId: 3 })
    expect((await lastImports(at.db, 1))[0]).toMatchObject({ changed: 1, withdrawn: 0 })
  })

  test('what others publish meanwhile does not matter where it touches no field of the list (E11)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    const whole = await bring(at, LIST.replace('120', '130'))
    for (const list of ['sku,price\nRICE,310\n', 'sku,brand\nDAL,Tata\n']) {
      await publishList(at, await bring(at, list, { user: colleague }), {}, colleague)
    }
    expect(await publishList(at, whole)).toMatchObject({ state: 'published', importId: 4 })
    const rows = at.db.selectFrom('product').select(['brand', 'price_paise']).orderBy('number')
    expect(await rows.execute()).toEqual([
      { brand: 'Tata', price_paise: 13_000 },
      { brand: '', price_paise: 31_000 },
    ])
  })

  test('a field that both changed is asked, also when the colleague was faster by a moment (E12)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    const mine = await bring(at, 'sku,price\nDAL,130\nRICE,310\n')
    const theirs = await bring(at, 'sku,price\nDAL,140\nRICE,310\n', { user: colleague })
    await publishList(at, theirs, {}, colleague)
    expect(await publishList(at, mine)).toMatchObject({ state: 'checked', found: { cameSince: 2 } })
    const asked = { what: 'product Toor dal', sku: 'DAL', field: 'price', mine: '130.00' }
    const { conflicts, changeCount } = await reportOf(at, mine)
    expect(conflicts).toMatchObject([
      { ...asked, theirs: '140.00', by: 2, editor: colleague.email, at: expect.any(Number) },
    ])
    expect(changeCount).toBe(0)
    const say = (body: Record<string, unknown>) =>
      callDesk(at, 'POST /api/desk/uploads/[id]/publish', { params: { id: mine }, body })
    for (const body of [{}, { rest: 'mine' }, { 'side.1': 'mine' }]) {
      const answer = await say(body)
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({ msg: expect.stringContaining('whose value') })
    }
    expect((await say({ 'side.0': 'both' })).status).toBe(400)

    // An answer counts only for the change that was shown, not for a later one.
    const later = await bring(at, 'sku,price\nDAL,150\n', { user: colleague })
    await publishList(at, later, {}, colleague)
    expect(await publishList(at, mine, { 'side.0': 'mine' })).toMatchObject({
      found: { cameSince: 3, report: { conflicts: [{ theirs: '150.00' }] } },
    })
    expect(await publishList(at, mine, { 'side.0': 'mine' })).toMatchObject({ state: 'published' })
    const price = at.db.selectFrom('product').select('price_paise').where('sku', '=', 'DAL')
    expect(await price.executeTakeFirst()).toMatchObject({ price_paise: 13_000 })
  })

  test('an older export turns nothing back, but where the editor wants it as it is (E11)', async () => {
    await using at = await openDesk(open)
    const colleague = await at.editorOf()
    await publishList(
      at,
      await bring(at, `sku,name,category,price,stock\nDAL,Toor dal,Pulses,120,7\n`),
    )
    const answer = await callDesk(at, 'GET /api/desk/export')
    const list = await answer.text()
    const text = 'sku,name,price\nDAL,Tur dal,140\n'
    await publishList(at, await bring(at, text, { user: colleague }), {}, colleague)
    const old = await bring(at, list.replace('120.00', '120.00').replace(',7,', ',9,'))
    const report = await reportOf(at, old)
    expect(report).toMatchObject({ kept: 2, conflicts: [] })
    expect(report.changes).toMatchObject([{ field: 'stock', old: '7', new: '9' }])
    await callDesk(at, 'POST /api/desk/uploads/[id]/check', {
      params: { id: old },
      body: { asis: 'yes' },
    })
    await settled(at, old)
    const { changes } = await reportOf(at, old)
    expect(changes.map(({ field }) => field).toSorted()).toEqual(['name', 'price', 'stock'])
  })

  test('a list from before what is still known of colleagues’ changes is refused, unless it is wanted as it is (E12)', async () => {
    await using at = await openPages(await openDesk(open))
    const colleague = await at.editorOf()
    await publishList(at, await bring(at, LIST))
    const list = await (await callDesk(at, 'GET /api/desk/export')).text()
    const theirs = await bring(at, 'sku,price\nDAL,140\n', { user: colleague })
    await publishList(at, theirs, {}, colleague)
    const created_at = Date.now() - KEPT_MS.imports - 1
    await at.db.updateTable('catalogue_import').set({ created_at }).execute()
    await sweep(at.db, Date.now())
    const old = await bring(at, list)
    const report = await reportOf(at, old)
    expect(report).toMatchObject({ isReadable: false, isTooOld: true, changeCount: 0 })
    const { text } = await at.show(`/desk/uploads/${old}`, at.editor)
    expect(text.split(mergeTexts.tooOld)).toHaveLength(2)
    expect(text).toContain(mergeTexts.asIsAll)
    expect(text).not.toContain(columnTexts.unread)
    const asIs = { params: { id: old }, body: { asis: 'yes' } }
    await callDesk(at, 'POST /api/desk/uploads/[id]/check', asIs)
    await settled(at, old)
    expect((await reportOf(at, old)).changes).toMatchObject([{ field: 'price', new: '120.00' }])
  })

  test('to shoppers, visitors and other editors an upload is an unknown address (S-001 I8)', async () => {
    await using at = await openDesk(open)
    const id = await bring(at, LIST)
    const other = await at.editorOf()
    const params = { id, number: '1' }
    const calls = [
      'GET /api/desk/uploads/[id]',
      'DELETE /api/desk/uploads/[id]',
      'POST /api/desk/uploads/[id]/publish',
      'POST /api/desk/uploads/[id]/check',
    ] as const
    for (const user of [other, at.shopper, undefined]) {
      for (const line of calls) {
        const answer = await callDesk(at, line, { user, params, body: {} })
        expect([answer.status, await answer.json()]).toEqual([
          404,
          { error: true, msg: 'There is nothing at this address' },
        ])
      }
    }
    for (const user of [at.shopper, undefined]) {
      for (const line of [
        'POST /api/desk/imports/[number]/undo',
        'POST /api/desk/uploads',
        'GET /api/desk/export',
      ] as const) {
        const answer = await callDesk(at, line, { user, params })
        expect(answer.status).toBe(404)
      }
    }
    expect(await at.desk.find(at.editor, id)).toMatchObject({ state: 'checked' })
  })
})

test('the zip of a folder brings products, categories and pictures', async () => {
  await using at = await openDesk()
  const zip = zipOf([
    { name: 'shop/products.csv', body: LIST },
    { name: 'shop/categories.csv', body: 'category,subcategory,image,order\nRice,,,1\n' },
    { name: 'shop/readme.txt', body: 'hello' },
  ])
  const id = await bring(at, zip, { name: 'diwali.zip' })
  const report = await reportOf(at, id)
  expect(report).toMatchObject({ added: 2, rejected: 0 })
  expect(report.warnings[0]).toContain('shop/readme.txt')
  expect(await publishList(at, id)).toMatchObject({ state: 'published' })
  expect((await lastImports(at.db, 1))[0]).toMatchObject({ source: 'diwali' })
})

test('a file that is no list is refused with a reason, and leaves nothing', async () => {
  await using at = await openDesk()
  const bad = await bring(at, zipOf([{ name: '../products.csv', body: LIST }]), { name: 'x.zip' })
  expect(await at.desk.find(at.editor, bad)).toMatchObject({
    state: 'failed',
    found: { refusal: expect.stringContaining('outside its own folder') },
  })
  expect(readdirSync(join(at.dataDir, 'desk', bad))).not.toContain('list')
  const binary = await bring(at, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]))
  expect(await reportOf(at, binary)).toMatchObject({ isReadable: false, faultCount: 1 })
  const params = { id: bad }
  const answer = await callDesk(at, 'DELETE /api/desk/uploads/[id]', { params })
  expect(answer.status).toBe(200)
  expect(hasFolder(at, bad)).toBe(false)
})

test('fields that a form of the desk does not have are refused (A42)', async () => {
  await using at = await openDesk()
  const id = await bring(at, LIST)
  const body = { editor: 'somebody@example.com' }
  const answer = await callDesk(at, 'POST /api/desk/uploads/[id]/publish', { params: { id }, body })
  expect(answer.status).toBe(400)
  await expect(bring(at, LIST, { body })).rejects.toThrow()
  expect(readdirSync(join(at.dataDir, 'desk'))).toEqual([id])
})

test('the export opens right in Excel, and is a list that changes nothing when it is brought back', async () => {
  await using at = await openDesk()
  await publishList(at, await bring(at, LIST))
  const answer = await callDesk(at, 'GET /api/desk/export')
  expect(answer.headers.get('content-disposition')).toContain('products.csv')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
  const id = await bring(at, bytes, { name: 'products.csv' })
  expect(await reportOf(at, id)).toMatchObject({ unchanged: 2, changed: 0, changes: [], pages: [] })
  expect(await publishList(at, id)).toMatchObject({ state: 'unchanged', importId: null })
})

test('without script a form is answered by the way to its page', async () => {
  await using at = await openDesk()
  const files = [{ name: 'a.csv', bytes: LIST }]
  const call = { accept: 'text/html', files, body: { format: 'kirana' } }
  const answer = await callDesk(at, 'POST /api/desk/uploads', call)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toMatch(/^\/desk\/uploads\/[0-9a-f]{32}$/)
  await settled(at, answer.headers.get('location')?.split('/').at(-1) ?? '')
})

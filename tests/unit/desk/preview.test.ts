import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FIRST_FILL } from '#lib/server/import/apply/history.ts'
import { readCookies, readFlash } from '#lib/server/http/cookies.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openPages } from '#tests/support/desk-pages.ts'
import { bring, callDesk, openDesk, publishList } from '#tests/support/open-desk.ts'
import type { Visitor } from '#tests/support/rendered-shop.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const LIST = 'sku,name,category,price,images\nDAL,Toor dal,Pulses,120,dal.png\n'

/** The desk with its pages, as its editor or somebody else sees them. */
async function openLooks(open: () => Promise<TestDatabase>, how = {}) {
  const desk = await openDesk(open, how)
  const { productGate, cartGate } = desk.settings
  const at = await openPages(desk, { productGate, cartGate })
  const visit = (path: string, who: Visitor = { user: at.editor }) =>
    at.visit(`/desk/uploads/${path}`, who)
  const preview = (id: string, path: string, who?: Visitor) =>
    visit(`${id}/preview?path=${encodeURIComponent(path)}`, who)
  return { ...at, visit, preview }
}

forEachDatabase((open) => {
  test('a preview shows a page as it would be, with the pictures of the list, to its editor', async () => {
    await using at = await openLooks(open)
    const create = { width: 40, height: 40, channels: 3, background: '#a33' } as const
    const png = await sharp({ create }).png().toBuffer()
    const zip = zipOf([
      { name: 'products.csv', body: LIST },
      { name: 'images/dal.png', body: png },
    ])
    const id = await bring(at, zip, { name: 'new.zip' })
    const path = '/product/toor-dal'
    const shown = await at.preview(id, path)
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const html = shown.text
    expect(html).toContain('Toor dal')
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
    // Visitors must sign in to buy in this test's shop: the page asks for no guest's cart.
    expect(html).toContain('<body data-still>')
    const [, file = ''] = /\/desk\/uploads\/[0-9a-f]{32}\/pictures\/([\w-]+\.avif)/.exec(html) ?? []
    const own = await at.visit(`${id}/pictures/${file}`)
    expect([own.status, own.headers['content-type']]).toEqual([200, 'image/webp'])

    // Nothing of it is in the shop, and nobody else sees it (I8, S-001).
    expect(await at.db.selectFrom('product').select('id').execute()).toEqual([])
    expect(await at.db.selectFrom('picture').select('id').execute()).toEqual([])
    for (const user of [await at.editorOf(), at.shopper, undefined]) {
      expect((await at.preview(id, path, { user })).status).toBe(404)
      expect((await at.visit(`${id}/pictures/${file}`, { user })).status).toBe(404)
    }
    const names = [`../${file}`, '..%2f..%2fshop.db', 'originals', `${file}.txt`]
    const told = names.map(async (name) => (await at.visit(`${id}/pictures/${name}`)).status)
    expect(await Promise.all(told)).toEqual([400, 400, 404, 404])
    for (const other of ['/desk', '/api/desk/export', '//example.com/x', '/product/../desk']) {
      expect((await at.preview(id, other)).status).toBe(404)
    }
  })

  test('a page stands in two frames as it is and with the list, and nothing of it runs (E22)', async () => {
    await using at = await openLooks(open)
    await publishList(
      at,
      await bring(at, 'sku,name,brand,category,price\nDAL,Toor dal,Doab & Co,Pulses,120\n'),
    )
    const id = await bring(
      at,
      'sku,name,category,price\nDAL,Toor dal,Pulses,99\nOIL,Til oil,Oils,50\n',
    )
    const see = (path: string, as: string, user = at.editor) =>
      at.visit(`${id}/framed?path=${encodeURIComponent(path)}&as=${as}`, { user })
    const textOf = async (path: string, as: string) => (await see(path, as)).text
    const [now, then] = [
      await textOf('/product/toor-dal', 'now'),
      await textOf('/product/toor-dal', 'list'),
    ]
    expect([now.includes('Rs: 120'), now.includes('Rs: 99')]).toEqual([true, false])
    expect([then.includes('Rs: 120'), then.includes('Rs: 99')]).toEqual([false, true])
    for (const html of [now, then]) {
      expect(html).toMatch(/<body inert\b/)
      expect(html).not.toMatch(/<script|<astro-island|<noscript/)
    }
    expect(await textOf('/product/til-oil', 'now')).toContain('not in the shop yet')
    expect(await textOf('/product/til-oil', 'list')).toContain('Til oil')
    for (const [path, as] of [
      ['/product/toor-dal', 'then'],
      ['/desk', 'now'],
      ['//example.com', 'list'],
    ] as const) {
      expect((await see(path, as)).status).toBe(404)
    }
    expect((await see('/product/toor-dal', 'now', await at.editorOf())).status).toBe(404)
    expect((await see('/product/toor-dal', 'now', at.shopper)).status).toBe(404)
  })

  test('one look serves page after page of a list, and is taken anew once the shop has changed', async () => {
    await using at = await openLooks(open, { hasThread: true })
    await publishList(at, await bring(at, LIST.replace(',images', '').replace(',dal.png', '')))
    const id = await bring(at, 'sku,price\nDAL,99\n')
    const see = async (path: string) => (await at.preview(id, path)).text
    expect(await see('/product/toor-dal')).toContain('₹99')
    expect(await see('/category/pulses')).toContain('₹99')
    await publishList(at, await bring(at, 'sku,name\nDAL,Arhar dal\n'))
    const anew = await see('/product/toor-dal')
    expect([anew.includes('Arhar dal'), anew.includes('₹99')]).toEqual([true, true])
    const { price_paise } = await at.db
      .selectFrom('product')
      .select('price_paise')
      .executeTakeFirstOrThrow()
    expect(price_paise).toBe(12000)
  })

  test('a form that would take back over many later changes says which', async () => {
    await using at = await openDesk(open)
    const name = (n: number) => `घर का बना तूर दाल और चावल का पारंपरिक मिश्रण एक किलोग्राम ${n}`
    const rows = (price: number) =>
      Array.from({ length: 25 }, (_, n) => `DAL${n},${name(n)},Pulses,${price}\n`).join('')
    for (const price of [100, 110, 120]) {
      await publishList(at, await bring(at, `sku,name,category,price\n${rows(price)}`))
    }
    const params = { number: '2' }
    const answer = await callDesk(at, 'POST /api/desk/imports/[number]/undo', {
      params,
      accept: 'text/html',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk/imports/2'])
    const flash = readFlash(readCookies(answer.headers.getSetCookie()[0]))
    expect(flash?.error).toBe(true)
    const [first, ...lines] = flash?.msg.split('\n') ?? []
    expect(first).toContain('would overwrite later changes')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.at(-1)).toBe(`… and ${25 - (lines.length - 1)} more`)
  })

  test('an import is not taken back over a later change, nor the first fill at all', async () => {
    await using at = await openDesk(open)
    const list = (price: number) => `sku,name,category,price\nDAL,Toor dal,Pulses,${price}\n`
    for (const price of [100, 110, 120]) await publishList(at, await bring(at, list(price)))
    const take = (number: string) =>
      callDesk(at, 'POST /api/desk/imports/[number]/undo', { params: { number } })
    const late = await take('2')
    expect([late.status, (await late.json()).msg]).toEqual([
      409,
      expect.stringContaining('would overwrite later changes'),
    ])
    await at.db
      .updateTable('catalogue_import')
      .set({ editor: FIRST_FILL })
      .where('id', '=', 3)
      .execute()
    const first = await take('3')
    expect([first.status, (await first.json()).msg]).toEqual([
      409,
      expect.stringContaining(': npm run --silent shop -- undo 3'),
    ])
    expect((await take('99')).status).toBe(409)
    expect((await take('0')).status).toBe(404)
    const { price_paise } = await at.db
      .selectFrom('product')
      .select('price_paise')
      .executeTakeFirstOrThrow()
    expect(price_paise).toBe(12_000)
  })
})

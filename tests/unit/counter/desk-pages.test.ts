import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { powersOf } from '#lib/account/roles.ts'
import { productRow } from '#tests/support/catalogue-rows.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { ledTo } from '#tests/support/shoppers.ts'

const MAX_BYTES = 60 * 1024

test('each page of the counter shows staff what there is to do, small, and nobody else anything', async () => {
  await using shop = await openDeskPages()
  const id = await shop.cashOrder(2)
  const { number } = await shop.order(id)
  const wanted: [path: string, word: string][] = [
    ['/desk/orders', 'Asha Rao'],
    ['/desk/orders?state=all&q=toor', number],
    [`/desk/orders/${number}`, 'Toor Dal'],
    ['/desk', 'Cash to collect'],
    ['/desk/cash', 'Cash book'],
    ['/desk/bills', 'Bill book'],
    ['/desk/letters', 'Nobody has written'],
    ['/desk/stock?q=toor', '8 available'],
    [`/desk/pick?orders=${number}`, 'Toor Dal'],
    [`/desk/slips?orders=${number}`, 'To collect'],
  ]
  for (const [path, word] of wanted) {
    const shown = await shop.show(path)
    expect([path, shown.status, shown.text.includes(word)]).toEqual([path, 200, true])
    expect(brotliCompressSync(shown.html).length).toBeLessThan(MAX_BYTES)
    const [places = ''] = /<nav[^>]*aria-label="Desk"[\s\S]*?<\/nav>/.exec(shown.html) ?? []
    const current = places.match(/aria-current/g) ?? []
    // A page to be printed has no navigation.
    const isPrinted = path.startsWith('/desk/slips')
    expect([path, current.length], 'its place at the desk is shown').toEqual([
      path,
      isPrinted ? 0 : 1,
    ])
    const editor = { ...shop.asha, ...powersOf('editor') }
    // An editor who comes to the desk is redirected to the lists.
    for (const who of path === '/desk' ? [shop.asha] : [shop.asha, editor]) {
      expect([path, (await shop.show(path, who)).status]).toEqual([path, 404])
    }
  }
})

test('Today and the cash book say what was taken off a cash order, with the rider, the reason and who did it (P20)', async () => {
  await using shop = await openDeskPages()
  const id = await shop.cashOrder(2)
  await shop.advance(id, 'accepted', 'packed')
  await shop.act(id, 'step', { to: 'out', rider: 'Ravi' })
  expect((await shop.show('/desk')).text).not.toContain('Taken off')
  await shop.refund(id, '15')
  const said =
    /Taken off, or corrected afterwards .{0,20} ₹299 → ₹284 \(dented\), Ravi, by command line/
  for (const path of ['/desk', '/desk/cash']) expect((await shop.show(path)).text).toMatch(said)
  // Of many, Today lists the latest alone.
  expect((await shop.show('/desk')).text).toContain('All of today, in the cash book')
})

test('beside a search the stages have no counts, which are those of the whole shop', async () => {
  await using shop = await openDeskPages()
  await shop.cashOrder(2)
  const stages = async (path: string) =>
    /<nav[^>]*aria-label="Orders"[\s\S]*?<\/nav>/.exec((await shop.show(path)).html)?.[0] ?? ''
  expect(await stages('/desk/orders')).toMatch(/New\s*<span[^>]*>1</)
  expect(await stages('/desk/orders?state=all&q=nobody')).toContain('New')
  expect(await stages('/desk/orders?state=all&q=nobody')).not.toContain('<span')
  // Values in an address that cannot be read are ignored.
  expect((await shop.show('/desk/orders?state=foo&from=2026-99-99')).status).toBe(200)
})

test('where nobody counts the stock page takes a count, and no delivery', async () => {
  await using shop = await openDeskPages()
  const { text } = await shop.show('/desk/stock?q=rice')
  expect(text).toMatch(/not counted .*Counted/)
  expect(text).not.toContain('Received')
  expect((await shop.show('/desk/stock?q=toor')).text).toMatch(/10 available .*Counted.* Received/)
})

test('thirty that are sold out hide nothing that runs low, and the stock page leads on to all of them', async () => {
  await using shop = await openDeskPages()
  const none = Array.from({ length: 31 }, (_, at) =>
    productRow({ number: 900 + at, id: `none-${at}`, name: `Empty ${at}.`, stock: 0 }),
  )
  await shop.db.insertInto('product').values(none).execute()
  await shop.db.updateTable('product').set({ stock: 3 }).where('id', '=', 'dal').execute()
  const low = await shop.show('/desk/stock')
  expect(low.text).toMatch(
    /Running low 1 Sold out or missing a pack 31 1 product in all .*Toor Dal/,
  )
  expect(low.text).not.toContain('Empty')
  const [first, second] = [
    await shop.show('/desk/stock?show=soldout'),
    await shop.show('/desk/stock?show=soldout&page=2'),
  ]
  expect(first.text).toContain('31 products in all')
  const names = `${first.text} ${second.text}`.match(/Empty \d+\./g)
  expect(new Set(names).size).toBe(31)
  expect(first.html).toContain('href="/desk/stock?show=soldout&amp;page=2"')
  expect(second.html).toContain('name="next" value="/desk/stock?show=soldout&amp;page=2"')
  expect((await shop.show('/desk')).text).toContain('All that is sold out or misses a pack (31)')
})

test('every field for a rider suggests the riders that the shop knows', async () => {
  await using shop = await openDeskPages()
  const [sent, packed] = [await shop.cashOrder(1), await shop.cashOrder(1)]
  await shop.advance(sent, 'accepted', 'packed')
  await shop.act(sent, 'step', { to: 'out', rider: 'Ravi' })
  await shop.advance(packed, 'accepted', 'packed')
  const fieldsAt = async (path: string) => {
    const { html } = await shop.show(path)
    expect(html).toMatch(/<datalist id="riders">\s*<option value="Ravi">/)
    const fields = html.match(/<input[^>]* name="rider"[^>]*>/g) ?? []
    expect(fields.filter((field) => !field.includes('list="riders"'))).toEqual([])
    return fields.length
  }
  expect(await fieldsAt('/desk/orders?state=packed'), 'filter, order and ticked orders').toBe(3)
  for (const id of [sent, packed]) {
    expect(await fieldsAt(`/desk/orders/${(await shop.order(id)).number}`)).toBe(1)
  }
})

test('a rider’s list says where to go and whom to call, of orders on the way alone', async () => {
  await using shop = await openDeskPages()
  const id = await shop.cashOrder(1)
  const { street1, phone } = await shop.order(id)
  const found = async (state: string) => {
    const { html } = await shop.show(`/desk/orders?state=${state}&rider=ravi`)
    return [html.includes(street1), html.includes(`href="tel:${phone}"`)]
  }
  await shop.advance(id, 'accepted', 'packed')
  await shop.act(id, 'step', { to: 'out', rider: 'Ravi' })
  expect(await found('out')).toEqual([true, true])
  expect((await shop.show('/desk/orders?state=out&rider=amit')).text).toContain('No orders here.')
  await shop.advance(id, 'delivered')
  expect(await found('delivered')).toEqual([false, false])
})

test('a slip says what was paid and has not gone back', async () => {
  await using shop = await openDeskPages()
  const id = await shop.paidOrder(2)
  await shop.refund(id, 10)
  const { number } = await shop.order(id)
  const slip = async () => (await shop.show(`/desk/slips?orders=${number}`)).text
  expect(await slip()).toContain('PAID: ₹289')
  await shop.db.updateTable('payment').set({ state: 'refunded' }).execute()
  expect(await slip()).toMatch(/ Refunded /)
})

test('a slip says who sells the food, as far as the shop has said it', async () => {
  await using shop = await openDeskPages()
  const { number } = await shop.order(await shop.cashOrder(1))
  const slip = async (seller: Record<string, string>) => {
    const json = JSON.stringify({ name: 'Sharma Stores', ...seller })
    await shop.db.updateTable('shop').set({ json }).execute()
    return (await shop.show(`/desk/slips?orders=${number}`)).text
  }
  expect(await slip({})).toContain(`Sharma Stores ${number}`)
  const named = { legalname: 'Sharma & Sons', address: 'MG Road, Pune', phone: '020 1234' }
  expect(await slip({ ...named, fssai: '11521012000123', gstin: '29AAAAA0000A1Z5' })).toContain(
    'Sharma Stores Sharma &amp; Sons MG Road, Pune 020 1234 FSSAI licence: 11521012000123 GSTIN: 29AAAAA0000A1Z5',
  )
})

test('the desk writes to a buyer abroad only by a number with the code of its country (P18)', async () => {
  await using shop = await openDeskPages()
  const { number } = await shop.order(await shop.cashOrder(1))
  const page = async (phone: string, country: string) => {
    await shop.db.updateTable('orders').set({ phone, country }).execute()
    return (await shop.show(`/desk/orders/${number}`)).html
  }
  expect(await page('9845012345', 'India')).toContain('https://wa.me/919845012345"')
  expect(await page('9841234567', 'Nepal')).not.toContain('wa.me')
  expect(await page('+977 9841234567', 'Nepal')).toContain('https://wa.me/9779841234567"')
})

test('a slip that is printed again on the way asks only for what is left to collect', async () => {
  await using shop = await openDeskPages()
  const id = await shop.cashOrder(2)
  await shop.advance(id, 'accepted', 'packed', 'out')
  await shop.take(id, '100', 'upi')
  const { number } = await shop.order(id)
  expect((await shop.show(`/desk/slips?orders=${number}`)).text).toContain('To collect: ₹199')
})

test('a buyer’s note keeps its lines when the desk corrects a phone number', async () => {
  await using shop = await openDeskPages()
  await shop.put(shop.asha.id, 'dal', 1)
  const note = 'Gate 2\n4th floor'
  const done = await shop.checkOut({ payment: 'cod', note }, shop.asha)
  if (done.kind !== 'order') throw new Error(JSON.stringify(done))
  const { number } = await shop.order(done.orderId)
  const { html } = await shop.show(`/desk/orders/${number}`)
  const [, shown = ''] = /<textarea[^>]*name="note"[^>]*>([^<]*)</.exec(html) ?? []
  expect(shown).toBe(note)
  // A form sends a line break as two characters.
  const moved = await shop.act(done.orderId, 'details', {
    ...{ fullname: 'Asha Rao', streetaddressline1: '7 Hill Road', city: 'Pune' },
    ...{ state: 'Maharashtra', zipcode: '411001', phonenumber: '9812345671' },
    note: shown.replaceAll('\n', '\r\n'),
  })
  expect(moved).toMatchObject({ ok: true, value: { note } })
})

test('the page of an order offers what can be done at its stage', async () => {
  await using shop = await openDeskPages()
  const id = await shop.cashOrder(2)
  const { number } = await shop.order(id)
  const text = async () => (await shop.show(`/desk/orders/${number}`)).text
  expect(await text()).toMatch(/Accept.*Short or replaced.*Close this order/)
  await shop.advance(id, 'accepted', 'packed', 'out')
  expect(await text()).toMatch(/Undo the last step.*Refused at the door.*Record the money/)
  expect(await text()).not.toContain('Short or replaced')
})

/** The hidden fields that a form of the page sends. */
function hiddenOf(html: string, action: string): Record<string, string> {
  const [form = ''] = new RegExp(`<form[^>]*action="${action}"[\\s\\S]*?</form>`).exec(html) ?? []
  const fields = form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

test('a refund, an undo and a delivery that are pressed twice on one page are done once (P6 I3)', async () => {
  await using shop = await openDeskPages()
  const { call } = callsOn(shop)
  const { id, number } = await shop.order(await shop.paidOrder(2))
  await shop.advance(id, 'accepted', 'packed')
  type Form = { page: string; line: string; params: Record<string, string> }
  const twice = async ({ page, line, params }: Form, typed: Record<string, string>) => {
    const action = line.replaceAll(/\[(\w+)\]/g, (_, name: string) => params[name] ?? '')
    const body = { ...hiddenOf((await shop.show(page)).html, action), ...typed }
    const press = () => call(`POST ${line}`, shop.staff, body, { params, accept: 'text/html' })
    return [ledTo(await press()).said, ledTo(await press()).said]
  }
  const page = `/desk/orders/${number}`
  const line = '/api/desk/orders/[number]/[action]'
  const changed = { error: true, msg: expect.stringContaining('has changed') }
  const undo = { page, line, params: { number, action: 'undo' } }
  expect(await twice(undo, {})).toMatchObject([{ error: false }, changed])
  expect((await shop.order(id)).status).toBe('confirmed')
  const refund = { page, line, params: { number, action: 'refund' } }
  const part = { amount: '100', reason: 'dented' }
  expect(await twice(refund, part)).toMatchObject([{ error: false }, changed])
  expect((await shop.show(page)).text).toContain('₹199 can be refunded')
  const shelf = { page: '/desk/stock?q=toor', line: '/api/desk/stock/[id]', params: { id: 'dal' } }
  const done = { error: false, msg: expect.stringContaining('Toor Dal: 32 available now') }
  const units = { kind: 'delivery', units: '24' }
  expect(await twice(shelf, units)).toMatchObject([done, done])
  expect(await shop.stock()).toBe(32)
})

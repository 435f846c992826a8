import { expect, test } from 'vitest'
import { findDeskProducts } from '#lib/server/desk/products/find-products.ts'
import { productRow } from '#tests/support/catalogue-rows.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { ledTo } from '#tests/support/shoppers.ts'

type Desk = Awaited<ReturnType<typeof openDeskPages>>

/** Adds a cheaper dal, to replace another. */
const stockMoong = ({ db }: Desk) =>
  db
    .insertInto('product')
    .values(
      productRow({ number: 3, id: 'moong', sku: 'MOONG', name: 'Moong Dal', price_paise: 1e4 }),
    )
    .execute()

test('an agreed replacement is never marked "leave out": not on the order, the pick list, the slip', async () => {
  await using shop = await openDeskPages()
  await stockMoong(shop)
  const { id, number } = await shop.order(await shop.cashOrder(2))
  const replaced = { position: '0', quantity: '1', instead: 'MOONG', agreed: 'yes' }
  expect(await shop.act(id, 'line', replaced)).toMatchObject({ ok: true })
  for (const page of ['orders/', 'pick?orders=', 'slips?orders=']) {
    const { html, text } = await shop.show(`/desk/${page}${number}`)
    expect([page, html.includes('Moong Dal'), text.includes('Toor Dal')]).toEqual([
      page,
      true,
      true,
    ])
    expect([page, /leave out/.test(html)]).toEqual([page, false])
  }
})

type Press = [number: string, action: string, body: Record<string, string>]

/** Presses a button on an order's page. */
const answersOn = (shop: Desk) => {
  const { call } = callsOn(shop)
  return (...[number, action, body]: Press) => {
    const more = { params: { number, action }, accept: 'text/html' }
    return call('POST /api/desk/orders/[number]/[action]', shop.staff, body, more)
  }
}

/** Presses a button. @returns the message on the next page */
const pressOn = (shop: Desk) => {
  const answer = answersOn(shop)
  return async (...press: Press) => ledTo(await answer(...press)).said
}

test('an order that is over neither demands money nor says that it is paid', async () => {
  await using shop = await openDeskPages()
  const over = async (id: string, as: string) => {
    await shop.advance(id, 'accepted', 'packed', 'out')
    if (as === 'returned' || as === 'delivered') await shop.advance(id, 'delivered')
    if (as !== 'delivered') await shop.act(id, 'end', { as, reason: 'no', units: 'back' })
    const { number } = await shop.order(id)
    const page = (await shop.show(`/desk/orders/${number}`)).text
    const slip = (await shop.show(`/desk/slips?orders=${number}`)).text
    const list = (await shop.show(`/desk/orders?state=all&q=${number}`)).html
    return { page, slip, card: /<article[\s\S]*<\/article>/.exec(list)?.[0] }
  }
  const refused = await over(await shop.cashOrder(1), 'refused')
  expect(refused.page).not.toContain('To collect')
  expect(refused.slip).not.toContain('To collect')
  expect(refused.slip).toContain('Refused at the door')
  const returned = await over(await shop.cashOrder(1), 'returned')
  expect(returned.page).not.toContain('To collect')
  expect(returned.page).toMatch(/Taken.*Given back/)
  const refunded = await over(await shop.paidOrder(1), 'undelivered')
  expect(refunded.slip).not.toContain('PAID')
  expect(refunded.card).not.toContain('PAID')
  expect(refunded.card).toContain('Could not be delivered')
  const delivered = await over(await shop.cashOrder(1), 'delivered')
  expect(delivered.page).not.toContain('To collect')
  expect(delivered.slip).not.toContain('To collect')
  expect(delivered.page).toContain('Taken')
})

test('what was paid by UPI on the way is not collected again', async () => {
  await using shop = await openDeskPages()
  const { id, number } = await shop.order(await shop.cashOrder(2))
  await shop.advance(id, 'accepted', 'packed', 'out')
  const page = async () => {
    const { html, text } = await shop.show(`/desk/orders/${number}`)
    // The name of the code to scan.
    return { text, code: /role="img" aria-label="([^"]*)"/.exec(html)?.[1] }
  }
  expect(await page()).toMatchObject({
    text: expect.stringContaining('To collect: &#8377;299 '),
    code: 'QR code: ₹299 to shop@okbank',
  })
  await shop.take(id, '100', 'upi', { reference: 'T1' })
  expect(await page()).toMatchObject({
    text: expect.stringContaining('To collect: &#8377;199 '),
    code: 'QR code: ₹199 to shop@okbank',
  })
  await shop.take(id, '199', 'upi', { reference: 'T2' })
  const paid = await page()
  expect(paid.text).not.toContain('To collect')
  expect(paid.code).toBeUndefined()
})

test('who closes a paid order is told that the money goes back, before and after', async () => {
  await using shop = await openDeskPages()
  const press = pressOn(shop)
  const paid = (await shop.order(await shop.paidOrder(2))).number
  const cash = (await shop.order(await shop.cashOrder(1))).number
  const goesBack = '₹299 goes back to the customer.'
  expect((await shop.show(`/desk/orders/${paid}`)).text).toContain(goesBack)
  expect((await shop.show(`/desk/orders/${cash}`)).text).not.toContain('goes back to the customer')
  const end = { as: 'cancelled', reason: 'no milk', units: 'back' }
  const said = [await press(paid, 'end', end), await press(cash, 'end', end)]
  expect(said).toEqual([
    { error: false, msg: `Order ${paid}: cancelled. ${goesBack}` },
    { error: false, msg: `Order ${cash}: cancelled.` },
  ])
})

test('the bill leads staff back to the order at the desk, and the buyer to their own', async () => {
  await using shop = await openDeskPages()
  const { id, number } = await shop.order(await shop.cashOrder(1))
  const bill = `/orders/${id}/invoice`
  expect((await shop.show(bill)).html).toContain(`href="/desk/orders/${number}"`)
  expect((await shop.show(bill, shop.asha)).html).toContain(`href="/orders/${id}"`)
})

test('an order tells what was done with it in words, not in codes', async () => {
  await using shop = await openDeskPages()
  await stockMoong(shop)
  await shop.db.updateTable('product').set({ unit: '5 kg' }).where('id', '=', 'moong').execute()
  const [cash, paid] = [await shop.cashOrder(2), await shop.paidOrder(2)]
  const replaced = { position: '0', quantity: '1', instead: 'MOONG', agreed: 'yes' }
  await shop.act(cash, 'line', { ...replaced, units: 'lost' })
  await shop.advance(cash, 'accepted', 'packed', 'out')
  await shop.act(cash, 'end', { as: 'refused', reason: 'late', units: 'back' })
  await shop.refund(paid, '10')
  await shop.act(paid, 'end', { as: 'cancelled', reason: 'no milk', units: 'lost' })
  const [first, second] = await Promise.all(
    [cash, paid].map(async (id) => {
      const { number } = await shop.order(id)
      return (await shop.show(`/desk/orders/${number}`)).text
    }),
  )
  expect(first).toContain('1 x Moong Dal 5 kg (written off)')
  expect(first).toContain('On the way → Refused at the door (late (units back))')
  expect(first).toMatch(/K\w+ · Refused at the door ·/)
  expect(second).toContain('New → Cancelled')
  expect(second).toContain('dented (on its way)')
  for (const code of ['(lost)', '(back)', '→ refused', '→ cancelled', '(pending)', 'Ended ·'])
    expect([code, first?.includes(code), second?.includes(code)]).toEqual([code, false, false])
})

test('a line says what each unit fewer gives back, starts at what there is, and the answer names the sum', async () => {
  await using shop = await openDeskPages()
  const { number } = await shop.order(await shop.paidOrder(3))
  const { html, text } = await shop.show(`/desk/orders/${number}`)
  expect(text).toContain('For each unit fewer, the customer gets ₹149.50 back.')
  expect(/name="quantity"[^>]*value="(\d)"/.exec(html)?.[1]).toBe('3')
  const line = { position: '0', quantity: '1', units: 'back' }
  expect(await pressOn(shop)(number, 'line', line)).toMatchObject({
    msg: `Order ${number} was changed. ₹299 goes back to the customer.`,
  })
})

test('what is brought back says how much is given back, and its bill that it was returned', async () => {
  await using shop = await openDeskPages()
  const { id, number } = await shop.order(await shop.cashOrder(2))
  await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
  const { text } = await shop.show(`/desk/orders/${number}`)
  expect(text).toContain('Units brought back')
  expect(text).not.toContain('Units not delivered')
  expect(text).toContain('₹299 was collected at the door. Give it back to the customer')
  await shop.act(id, 'end', { as: 'returned', reason: 'wrong product', units: 'back' })
  const bill = (await shop.show(`/orders/${id}/invoice`)).text
  expect(bill).toContain('This order was returned.')
  expect(bill).not.toContain('This order was cancelled.')
})

test('of an order that was brought staff say what was not taken, and read how much goes back (P20)', async () => {
  await using shop = await openDeskPages()
  const [id, paid] = [await shop.cashOrder(3), await shop.paidOrder(2)]
  for (const one of [id, paid]) await shop.advance(one, 'accepted', 'packed', 'out')
  const { number } = await shop.order(id)
  const page = async () => (await shop.show(`/desk/orders/${number}`)).text
  expect(await page()).toContain('Not taken or given back')
  expect(await page()).not.toMatch(/Short or replaced|SKU of the replacement/)
  const online = (await shop.show(`/desk/orders/${(await shop.order(paid)).number}`)).text
  expect(online).toContain('Not taken or given back')
  expect(online).toContain('For each unit fewer, the customer gets ₹149.50 back.')
  await shop.advance(id, 'delivered')
  expect(await page()).toContain('Each unit fewer takes ₹149.50 off the total.')
  expect(await pressOn(shop)(number, 'line', { position: '0', quantity: '2' })).toEqual({
    ...{ error: false, msg: `Order ${number} was changed. ₹149.50 goes back to the customer.` },
  })
  expect(await page()).toMatch(/Taken: ₹448\.50 Cash .*Given back: ₹149\.50 Cash/)
  expect(await page()).toContain('₹299 was collected at the door. Give it back')
})

test('more money than there is to collect is refused with the sum that is due', async () => {
  await using shop = await openDeskPages()
  const { id, number } = await shop.order(await shop.cashOrder(2))
  await shop.advance(id, 'accepted', 'packed', 'out')
  const press = pressOn(shop)
  const msg = 'That is more than the ₹299 to collect.'
  expect(await press(number, 'cash', { amount: '2000', restPaise: '29900' })).toEqual({
    error: true,
    msg,
  })
  const delivered = { to: 'delivered', collected: '2000' }
  expect(await press(number, 'step', delivered)).toEqual({ error: true, msg })
})

test('a product with two of three packs sold out is one line on Today and in Stock, and for sale in Products', async () => {
  await using shop = await openDeskPages()
  const { db } = shop
  const pack = { product_id: 'rice', price_paise: 5000, oldprice_paise: null }
  await db
    .insertInto('pack')
    .values([
      { ...pack, label: '1 kg', stock: 0, position: 0 },
      { ...pack, label: '5 kg', stock: 4, position: 1 },
      { ...pack, label: '9 kg', stock: 0, position: 2 },
    ])
    .execute()
  const { text } = await shop.show('/desk')
  expect(text).toContain('Rice, 1 kg, 9 kg')
  expect(text).toContain('All that is sold out or misses a pack (1)')
  expect((await shop.show('/desk/stock?show=soldout')).text).toContain('1 product in all')
  const inProducts = async () =>
    (await findDeskProducts(db, { show: 'soldout' }, Date.now())).products.map(({ name }) => name)
  expect(await inProducts()).toEqual([])
  await db.updateTable('pack').set({ stock: 0 }).execute()
  await db.updateTable('product').set({ stock: 0 }).where('id', '=', 'dal').execute()
  expect(await inProducts()).toEqual(['Rice', 'Toor Dal'])
  expect((await shop.show('/desk')).text).toContain('All that is sold out or misses a pack (2)')
})

test('a refused action loses nothing: its form is open, with what was typed', async () => {
  await using shop = await openDeskPages()
  const answer = answersOn(shop)
  const { number } = await shop.order(await shop.paidOrder(2))
  const formOf = async (action: string, body: Record<string, string>) => {
    const cookies = (await answer(number, action, body)).headers.getSetCookie()
    const cookie = cookies.find((one) => one.startsWith('form='))?.split(';')[0]
    const { html } = await shop.show(`/desk/orders/${number}`, shop.staff, cookie)
    const opened = html.matchAll(/<details[^>]* open[\s\S]*?<\/details>/g)
    return [...opened].map(([form]) => form).join('')
  }
  expect(await formOf('none', {}), 'no form').toBe('')
  const line = await formOf('line', {
    position: '0',
    quantity: '1',
    instead: 'MOONG',
    pack: '9 kg',
  })
  expect(line).toMatch(/action="[^"]*\/line"/)
  for (const typed of ['value="1"', 'value="MOONG"', 'value="9 kg"']) expect(line).toContain(typed)
  const reason = 'dented on the way, and the customer has sent a picture'
  const refund = await formOf('refund', { amount: '9000', reason, reduciblePaise: '29900' })
  expect(refund).toMatch(/action="[^"]*\/refund"[\s\S]*value="9000"/)
  expect(refund).toContain(reason)
  const place = { streetaddressline1: '7 Hill Road', city: 'Pune', state: 'Maharashtra' }
  const more = { fullname: 'Asha Rao', phonenumber: '9812345670', zipcode: 'ABC' }
  const details = await formOf('details', { ...place, ...more })
  expect(details).toMatch(/action="[^"]*\/details"/)
  for (const typed of ['value="7 Hill Road"', 'value="ABC"']) expect(details).toContain(typed)
})

test('what is taken off a cash order stands on its page, on the slip and on the buyer’s own page (P20)', async () => {
  await using shop = await openDeskPages()
  const { id, number } = await shop.order(await shop.cashOrder(2))
  const desk = `/desk/orders/${number}`
  const { html } = await shop.show(desk)
  const reduciblePaise = /name="reduciblePaise" value="(\d+)"/.exec(html)?.[1] ?? ''
  const press = pressOn(shop)
  const typed = { amount: '15', newtotal: '284', reason: 'weighs 900 g', reduciblePaise }
  const said = await press(number, 'refund', typed)
  expect(said).toEqual({ error: false, msg: `Order ${number} was changed.` })
  const read = async (path: string, user = shop.staff) =>
    (await shop.show(path, user)).text.replaceAll('&#8377;', '₹')
  const page = await read(desk)
  expect(page).toContain('Taken off −₹15')
  expect(page).toContain('Changed: ₹299 → ₹284 (weighs 900 g)')
  expect(page).not.toContain('was never collected')
  expect(await read(`/desk/slips?orders=${number}`)).toMatch(/Taken off: ₹15 .*To collect: ₹284/)
  expect(await read(`/orders/${id}`, shop.asha)).toMatch(
    /Subtotal ₹299 Taken off by the shop −₹15 .*Total ₹284/,
  )
  // Once money is recorded, the form asks what became of what is beyond the new total.
  await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
  const more = { amount: '4', newtotal: '280', reason: 'lost', reduciblePaise: '28400' }
  const refused = await press(number, 'refund', { ...more, beyond: '' })
  expect(refused).toEqual({ error: true, msg: expect.stringContaining('never collected') })
  const asked = (await shop.show(desk)).html
  expect(asked).toMatch(/<select[^>]* name="beyond" required[\s\S]*was never collected/)
  expect(await press(number, 'refund', { ...more, beyond: 'never' })).toMatchObject({
    error: false,
  })
  expect(await read(desk)).toContain('Money: 284 Cash → 280 Cash')
  expect(await read(desk)).toContain('Changed: ₹284 → ₹280 (lost)')
  const off = ['orders', 'refund', number, '--amount', '1', '--reason', 'late']
  expect((await shopOver(shop, ...off)).err).toContain('Say with --total')
  const whole = [...off, '--total', '279', '--beyond', 'never']
  expect(await shopOver(shop, ...whole)).toMatchObject({ code: 0 })
  const out = (await shopOver(shop, 'orders', 'show', number)).out
  expect(out).toContain('Toor Dal: Rs 299\n  Taken off: Rs 20\n')
})

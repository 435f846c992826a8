import { expect, test } from 'vitest'
import type { Line } from '#tests/support/api-front.ts'
import { addUser, openTestAccounts } from '#tests/support/accounts.ts'
import { openApiFront } from '#tests/support/api-front.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { ask, echo, openServer } from '#tests/support/http-front.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'

const NUL = 'a\0b'
const CONTACT = { name: 'Asha', email: 'asha@example.com', message: 'Is there more dal?' }

/** A shop with an order, and its API for somebody with all rights at the desk. */
async function openDeskApi(open: () => Promise<TestDatabase>) {
  const shop = await openCounter(open)
  const id = await shop.cashOrder(1)
  const { number } = await shop.order(id)
  const { accounts } = openTestAccounts(shop)
  const settings = { rateScale: 1000 }
  const api = openApiFront(shop, { accounts, payments: shop.payments, settings })
  const user = await addUser(shop.db, 'Ravi', 'owner')
  const call = async (
    line: string,
    body: Record<string, unknown> = {},
    more: { accept?: string } = {},
  ) => {
    const answer = await api.call(line as Line, { user, body, ...more })
    return [answer.status, await answer.text()] as const
  }
  const close = async () => {
    await api[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  }
  return { shop, number, call, [Symbol.asyncDispose]: close }
}

forEachDatabase((open) => {
  test('a NUL in any input is refused in plain words, before anything is done with it (A07 A45)', async () => {
    await using at = await openDeskApi(open)
    const order = `POST /api/desk/orders/${at.number}`
    const calls: [line: string, body: Record<string, unknown>][] = [
      ['POST /api/contact', { ...CONTACT, message: NUL }],
      ['POST /api/stockalert', { productid: NUL, email: 'asha@example.com' }],
      ['POST /api/stockalert', { productid: 'dal', pack: NUL, email: 'asha@example.com' }],
      ['POST /api/checkout', { products: [{ productid: NUL, quantity: 1 }] }],
      [`${order}/step`, { to: 'out', rider: NUL }],
      [`${order}/end`, { as: 'cancelled', reason: NUL, units: 'back' }],
      [`${order}/line`, { position: 0, quantity: 0, instead: NUL }],
      ['POST /api/desk/orders/bulk', { orders: at.number, to: 'out', rider: NUL }],
      ['POST /api/desk/stock/dal', { kind: 'count', units: 1, pack: NUL }],
      ['POST /api/desk/roles', { email: NUL, roles: 'staff' }],
      ['POST /api/desk/products', { name: NUL }],
      ['POST /api/desk/products/bulk', { sku: NUL }],
      ['POST /api/desk/products/bulk', { 'was.0': JSON.stringify({ sku: NUL }) }],
      ['GET /api/desk/orders?q=%00', {}],
      ['GET /api/desk/stock?q=a%00', {}],
      ['GET /api/search?q=%00', {}],
    ]
    for (const [line, body] of calls) {
      const [status, text] = await at.call(line, body)
      expect([line, body, status, text]).toEqual([line, body, 400, expect.stringContaining('NUL')])
      expect(JSON.parse(text)).toMatchObject({ error: true })
    }
    expect(await at.shop.db.selectFrom('contact_message').selectAll().execute()).toEqual([])
  })

  test('a form with a NUL gets the page for what did not work (A07 A45)', async () => {
    await using at = await openDeskApi(open)
    const byForm = { accept: 'text/html' }
    const [status, page] = await at.call('POST /api/contact', { ...CONTACT, message: NUL }, byForm)
    expect([status, page]).toEqual([400, expect.stringMatching(/^<!doctype html>.*NUL/s)])
  })

  test('half of an emoji is kept as the sign for what cannot be read', async () => {
    await using at = await openDeskApi(open)
    const [status] = await at.call('POST /api/contact', {
      ...CONTACT,
      message: 'Is there more dal? \ud83d',
    })
    expect(status).toBe(200)
    const stored = await at.shop.db.selectFrom('contact_message').select('message').execute()
    expect(stored).toEqual([{ message: 'Is there more dal? \ufffd' }])
  })

  test('a day that no calendar has is refused, and shows no other days', async () => {
    await using at = await openDeskApi(open)
    for (const day of ['2026-13-45', '2026-02-30']) {
      for (const name of ['from', 'to']) {
        const [status] = await at.call(`GET /api/desk/orders?${name}=${day}`)
        expect([name, day, status]).toEqual([name, day, 400])
      }
    }
    expect((await at.call('GET /api/desk/orders?from=2026-02-28'))[0]).toBe(200)
  })
})

test('no page and no call is asked with a NUL in its address (H7)', async () => {
  await using server = await openServer(echo)
  for (const path of ['/compare?ids=%00', '/checkout/pay?attempt=a%00', '/desk/stock?q=%00']) {
    const { status, text } = await ask(server, path)
    expect([path, status, text]).toEqual([path, 400, expect.stringContaining('<h1>')])
  }
  expect((await ask(server, '/desk/stock?q=%2500')).status).toBe(200)
})

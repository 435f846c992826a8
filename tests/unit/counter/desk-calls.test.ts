import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readToday } from '#lib/server/counter/today.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { callerOf } from '#tests/support/orders/orders-shop.ts'
import { addUser } from '#tests/support/accounts.ts'
import { ledTo } from '#tests/support/shoppers.ts'

async function openDesk() {
  const shop = await openCounter(openSqlite)
  const staff = await addUser(shop.db, 'Ravi', 'staff')
  const { call, close } = callerOf(shop)
  const end = async () => {
    await close()
    await shop[Symbol.asyncDispose]()
  }
  return { ...shop, staff, call, [Symbol.asyncDispose]: end }
}

test('staff find orders by name and product, and by stage with counts', async () => {
  await using shop = await openDesk()
  const { call, staff } = shop
  await shop.cashOrder(1)
  const paid = await shop.paidOrder(1)
  const ask = async (query: string) => (await call(`GET /api/desk/orders?${query}`, staff)).json()
  expect(await ask('q=asha+toor')).toMatchObject({ orders: [{}, {}], counts: { new: 2 } })
  expect(await ask('q=nobody')).toMatchObject({ orders: [] })
  for (const sign of ['%2A', '%3F', '%5Ba%5D']) {
    expect(await ask(`q=${sign}`), 'a sign stands for itself').toMatchObject({ orders: [] })
  }
  expect(await ask('pay=paid')).toMatchObject({ orders: [{ id: paid, isCash: false }] })
  await shop.advance(paid, 'accepted')
  expect(await ask('state=accepted')).toMatchObject({ orders: [{ id: paid, next: 'packed' }] })
  expect(await ask('state=what')).toMatchObject({ error: true })
})

test('every order is reached by the cursor, once', async () => {
  await using shop = await openDesk()
  const { call, staff, db } = shop
  const id = await shop.paidOrder(1)
  const row = await shop.order(id)
  const lines = Array.from({ length: 50 }, (_, at) => `${at}`)
  for (const at of lines) {
    const attempt = await db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow()
    const copy = { id: `a${at}`, chain: `c${at}`, provider_order_id: null, idempotency_key: null }
    await db
      .insertInto('attempt')
      .values({ ...attempt, ...copy })
      .execute()
    const fresh = { id: `o${at}`, number: `K${at}`, attempt_id: `a${at}`, chain: `c${at}` }
    await db
      .insertInto('orders')
      .values({ ...row, ...fresh, payment_id: null })
      .execute()
  }
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { orders: { number: string }[]; cursor: string | null } = await (
      await call(`GET /api/desk/orders?state=all&cursor=${cursor}`, staff)
    ).json()
    seen.push(...page.orders.map(({ number }) => number))
    cursor = page.cursor
  }
  expect([seen.length, new Set(seen).size]).toEqual([51, 51])
})

test('a button of the desk is a form that leads back and says what it did', async () => {
  await using shop = await openDesk()
  const { call, staff } = shop
  const { number } = await shop.order(await shop.cashOrder(1))
  const tap = (name: string, body: Record<string, unknown>) =>
    call('POST /api/desk/orders/[number]/[action]', staff, body, {
      ...{ params: { number, action: name }, accept: 'text/html' },
    })
  const next = '/desk/orders?state=new'
  const done = ledTo(await tap('step', { to: 'accepted', from: 'new', next }))
  expect(done).toMatchObject({ code: 303, to: next, said: { error: false } })
  const again = ledTo(
    await tap('step', { to: 'accepted', from: 'new', next: 'https://evil.example' }),
  )
  expect(again).toMatchObject({ to: `/desk/orders/${number}`, said: { error: true } })
  const shown = await call('GET /api/desk/orders/[number]', staff, undefined, {
    params: { number },
  })
  expect(await shown.json()).toMatchObject({ stage: 'accepted', canUndo: true, actions: [{}] })
  expect((await tap('explode', {})).status).toBe(404)
  expect(ledTo(await tap('line', { position: {}, quantity: [] })).said).toMatchObject({
    error: true,
  })
})

test('the ticked orders go out with one rider, whose cash book has what is still to collect', async () => {
  await using shop = await openDesk()
  const { call, staff, db } = shop
  const picks: Record<string, string> = {}
  for (const units of [1, 2]) {
    const order = await shop.order(await shop.cashOrder(units))
    await shop.advance(order.id, 'accepted', 'packed')
    picks[`pick-${order.number}`] = 'yes'
  }
  const body = { do: 'out', from: 'packed', rider: ' Ravi ', ...picks }
  expect((await call('POST /api/desk/orders/bulk', staff, body)).status).toBe(200)
  const now = Date.now()
  const open = { rider: 'Ravi', orders: 0, openOrders: 2, openPaise: 3 * 14_950 }
  expect(await readCashBook(db, indianDay(now), now)).toMatchObject([open])
  const [number = ''] = Object.keys(picks).map((name) => name.slice('pick-'.length))
  await shop.take(number, '149.50', 'upi', { reference: 'T1' })
  expect(await readCashBook(db, indianDay(now), now)).toMatchObject([
    { rider: 'Ravi', orders: 1, upiPaise: 14_950, openOrders: 1, openPaise: 29_900 },
  ])
  expect((await readToday(db, now, shop.dataDir)).toCollectPaise, 'the same on Today').toBe(29_900)
  expect(await readCashBook(db, '2020-01-01', now)).toEqual([])
})

test('the ticked orders move together, and who is not staff finds nothing', async () => {
  await using shop = await openDesk()
  const { call, staff, asha } = shop
  const first = await shop.order(await shop.cashOrder(1))
  const second = await shop.order(await shop.cashOrder(1))
  await shop.advance(second.id, 'accepted')
  const body = { do: 'accepted', from: 'new', [`pick-${first.number}`]: 'yes' }
  const both = { ...body, [`pick-${second.number}`]: 'yes' }
  const done = await (await call('POST /api/desk/orders/bulk', staff, both)).json()
  expect(done).toMatchObject({ error: false, refused: [second.number] })
  expect(done.msg).toBe(`1 order moved on; ${second.number} had changed and was left alone.`)
  const editor = await addUser(shop.db, 'Meera', 'editor')
  for (const who of [undefined, asha, editor]) {
    expect((await call('POST /api/desk/orders/bulk', who, body)).status).toBe(404)
    expect((await call('GET /api/desk/orders', who)).status).toBe(404)
  }
})

test('a program reads what the pages of the desk show: Today, the cash of a day, a pick list', async () => {
  await using shop = await openDesk()
  const { call, staff } = shop
  const { number, id } = await shop.order(await shop.cashOrder(2))
  await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
  const ask = async (path: string) => (await call(`GET /api/desk/${path}`, staff)).json()
  expect(await ask('today')).toMatchObject({ counts: { delivered: 1 }, toCollectPaise: 0 })
  expect(await ask('cash')).toMatchObject({ riders: [{ orders: 1, cashPaise: 29_900 }] })
  expect(await ask('cash?day=2020-01-01')).toEqual({ day: '2020-01-01', riders: [], lessened: [] })
  expect(await ask('cash?day=yesterday')).toMatchObject({ error: true })
  expect(await ask(`pick?orders=${number}.NONE`)).toMatchObject({
    ...{ orders: [number], aisles: [{ picks: [{ title: 'Toor Dal', units: 2 }] }] },
  })
})

test('the book of a day opens right in Excel', async () => {
  await using shop = await openDesk()
  const answer = await shop.call('GET /api/desk/daybook', shop.staff)
  expect(answer.headers.get('content-disposition')).toContain(
    `daybook-${indianDay(Date.now())}.csv`,
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  // What is no sale is more than sums taken off, as the desk and the products sold mean them.
  expect(bytes.toString()).toMatch(/^\ufefftime,order,.*,ordered,less,sale,collected,/)
})

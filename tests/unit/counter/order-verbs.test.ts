import { expect, test } from 'vitest'
import { ORDER_ACTIONS } from '#lib/counter/order-actions.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

/** Runs `shop orders …` in this process. @returns its exit code and output */
async function orders(shop: CounterShop, ...args: string[]) {
  const { code, out, err } = await shopOver(shop, 'orders', ...args, '--json')
  return { code, said: out + err }
}

test('each thing that the desk does with an order is a verb of the command line', async () => {
  await using shop = await openCounter(openSqlite)
  const order = await shop.order(await shop.cashOrder(3))
  const paid = await shop.order(await shop.paidOrder(2))
  const steps: [verb: string, number: string, ...rest: string[]][] = [
    ['accept', order.number],
    ['undo', order.number],
    ['accept', order.number],
    ['line', order.number, '0', '2', '--units', 'back'],
    ['details', order.number, '--phone', '9876543210', '--note', 'Ring twice'],
    ['advance', order.number],
    ['advance', order.number, '--rider', 'Ravi'],
    ['cash', order.number, '--amount', '299', '--how', 'upi', '--reference', 'T1'],
    ['advance', order.number],
    ['returned', order.number, '--reason', 'Wrong flour', '--units', 'back'],
    ['refund', paid.number, '--amount', '10', '--reason', 'Dented'],
    ['elsewhere', paid.number, '--how', 'cash', '--reference', 'by hand'],
    ['cancel', paid.number, '--reason', 'No milk'],
  ]
  shop.standIn.always = { kind: 'status', status: 400 }
  for (const [verb, number, ...rest] of steps) {
    if (verb === 'elsewhere') await doRefunds(shop.payments)
    const { code, said } = await orders(shop, verb, number, ...rest)
    expect([verb, code, said]).toEqual([verb, 0, expect.stringContaining(number)])
  }
  const done = await shop.db.selectFrom('order_action').select(['kind', 'who']).execute()
  // A correction of money is recorded as money.
  const kinds = Object.keys(ORDER_ACTIONS).filter((kind) => kind !== 'correct')
  expect(new Set(done.map(({ kind }) => kind))).toEqual(new Set(kinds))
  expect(new Set(done.map(({ who }) => who))).toEqual(new Set(['command line']))
  const now = await shop.order(order.id)
  expect(now).toMatchObject({ phone: '9876543210', note: 'Ring twice', fullname: order.fullname })
  expect(await orders(shop, 'details', paid.number, '--phone', '9876543210')).toMatchObject({
    code: 1,
  })
})

test('JSON is one object: one order by its number, several as a list', async () => {
  await using shop = await openCounter(openSqlite)
  const [first, second] = [await shop.cashOrder(1), await shop.cashOrder(2)]
  const numbers = [(await shop.order(first)).number, (await shop.order(second)).number]
  const answer = async (...args: string[]) => JSON.parse((await orders(shop, ...args)).said)
  expect(await answer('accept', numbers[0] ?? '')).toMatchObject({ order: { order: numbers[0] } })
  expect(await answer('show', numbers[0] ?? '')).toMatchObject({ order: { order: numbers[0] } })
  await orders(shop, 'accept', numbers[1] ?? '')
  expect(await answer('advance', ...numbers)).toMatchObject({
    orders: numbers.map((order) => ({ order })),
  })
})

test('a refund says how much: all of it, which also cancels the order, only with --all', async () => {
  await using shop = await openCounter(openSqlite)
  const { id, number } = await shop.order(await shop.paidOrder(2))
  for (const said of [[], ['--reason', 'Dented'], ['--all', '--amount', '10', '--reason', 'D']]) {
    expect(await orders(shop, 'refund', number, ...said)).toEqual({
      code: 2,
      said: expect.stringContaining('or --all, which also cancels the order'),
    })
  }
  expect(await shop.order(id)).toMatchObject({ status: 'confirmed' })
  const all = ['--all', '--reason', 'Fell off the scooter']
  expect(await orders(shop, 'refund', number, ...all)).toMatchObject({ code: 0 })
  expect(await shop.order(id)).toMatchObject({ status: 'cancelled' })
  expect((await orders(shop, 'show', number)).said).toContain('Fell off the scooter')
})

test('a verb that lacks something, or got something wrong, names it and nothing else', async () => {
  await using shop = await openCounter(openSqlite)
  const { number } = await shop.order(await shop.paidOrder(2))
  const wrong: [args: string[], said: string][] = [
    [['cancel', number], 'orders cancel needs --reason.'],
    [['line', number, '0'], 'orders line needs QUANTITY.'],
    [['cash', number], 'orders cash NUMBER --amount RUPEES'],
    [['line', number, '0', '1'], 'orders line needs --units: back'],
    [['line', number, 'first', '1'], 'orders line: LINE cannot be "first".'],
    [['refund', number, '--amount', 'ten', '--reason', 'Dented'], '--amount cannot be "ten".'],
    [['refund', number, '--amount', '0', '--reason', 'Dented'], '--amount cannot be "0".'],
    [['refund', number, '--amount', '10'], 'orders refund needs --reason.'],
    [['details', number, '--phone', ''], 'orders details: --phone cannot be "".'],
    [['cancel', number, 'K8N', '--reason', 'No milk'], 'orders cancel does not take "K8N".'],
    [['accept', number, '--rider', 'Ravi'], 'orders accept does not take --rider.'],
    [['cancel', number, '--all', '--reason', 'No milk'], 'orders cancel does not take --all.'],
  ]
  for (const [args, said] of wrong) {
    const done = await orders(shop, ...args)
    expect(done).toEqual({ code: 2, said: expect.stringContaining(said) })
    expect(done.said.trim().split('\n')).toHaveLength(1)
  }
})

test('an unknown verb or state is named as such', async () => {
  await using shop = await openCounter(openSqlite)
  const frob = await orders(shop, 'frob')
  expect(frob).toMatchObject({ code: 2, said: expect.stringContaining('does not know "frob"') })
  expect((await orders(shop, 'list', 'frob')).said).toContain('"frob" is not a STATE')
})

test('several orders are taken on at once, and the books of a day are read', async () => {
  await using shop = await openCounter(openSqlite)
  const first = await shop.order(await shop.cashOrder(1))
  const second = await shop.order(await shop.cashOrder(2))
  const numbers = [first.number, second.number]
  expect(await orders(shop, 'accept', ...numbers, 'KNONE')).toMatchObject({ code: 1 })
  expect((await orders(shop, 'pick', ...numbers)).said).toContain('"units":3')
  for (const rider of [[], ['--rider', 'Ravi'], []])
    expect(await orders(shop, 'advance', ...numbers, ...rider)).toMatchObject({ code: 0 })
  expect(JSON.parse((await orders(shop, 'cashbook')).said)).toMatchObject({
    riders: [{ rider: 'Ravi', orders: 2, cashPaise: 44_850, openOrders: 0 }],
  })
  expect((await orders(shop, 'daybook')).said).toContain(',2 orders,,,,448.50,0.00,448.50,448.50')
  expect(await orders(shop, 'daybook', 'yesterday')).toMatchObject({ code: 2 })
  expect(await orders(shop, 'pick')).toMatchObject({ code: 2 })
})

test('an order’s line says what was paid, refunded and left, or collected and short', async () => {
  await using shop = await openCounter(openSqlite)
  const says = async (...args: string[]) => (await shopOver(shop, 'orders', ...args)).out
  const { number } = await shop.order(await shop.paidOrder(2))
  expect(await says('show', number)).toContain('  Rs 299 paid  ')
  expect(await says('refund', number, '--amount', '100', '--reason', 'Dented')).toContain(
    'Rs 299 paid, Rs 100 refunded, Rs 199 left',
  )
  await says('line', number, '0', '1', '--units', 'back')
  expect(await says('list')).toContain('Rs 299 paid, Rs 249.50 refunded, Rs 49.50 left')
  expect(await says('refund', number, '--all')).toContain('Rs 299 refunded, Rs 0 left')
  const cash = await shop.order(await shop.cashOrder(2))
  expect(await says('accept', cash.number)).toContain('  Rs 299 cash  ')
  await shop.advance(cash.id, 'packed', 'out')
  const collected = 'Rs 299 cash, Rs 290 collected'
  expect(await says('cash', cash.number, '--amount', '290')).toContain(`${collected}  `)
  expect(await says('cashbook')).toContain('still out: 1, Rs 9')
  await shop.act(cash.id, 'step', { to: 'delivered', collected: '0' })
  expect(await says('list')).toContain(`${collected}, Rs 9 short`)
  expect(await says('cashbook')).toContain('Rs 0 UPI, Rs 9 short')
  expect(JSON.parse(await says('cashbook', '--json')).riders[0]).toMatchObject({ shortPaise: 900 })
  expect(JSON.parse(await says('show', cash.number, '--json')).order).toMatchObject({
    ...{ collected: 290, short: 9 },
  })
})

test('an order that was called off at the door is short of nothing', async () => {
  await using shop = await openCounter(openSqlite)
  const id = await shop.cashOrder(2)
  await shop.advance(id, 'accepted', 'packed', 'out')
  await shop.take(id, '100')
  const end = { as: 'refused', reason: 'Nobody there', units: 'back' }
  expect(await shop.act(id, 'end', end)).toMatchObject({ ok: true })
  const ended = await orders(shop, 'list', 'ended')
  expect(JSON.parse(ended.said).orders).toMatchObject([{ collected: 100, short: 0 }])
})

test('a refusal of the command line says what to write, not what to tick', async () => {
  await using shop = await openCounter(openSqlite)
  const { id, number } = await shop.order(await shop.cashOrder(2))
  const line = await orders(shop, 'line', number, '0', '1', '--instead', 'rice', '--units', 'back')
  expect(line).toMatchObject({ code: 1, said: expect.stringContaining('add --agreed yes') })
  expect(line.said).not.toContain('tick')
  const lost = ['--units', 'lost']
  expect((await orders(shop, 'line', number, '7', '1', ...lost)).said).toContain('no such line')
  const same = await orders(shop, 'line', number, '0', '2', ...lost)
  expect(same.said).toContain('a line can only be reduced')
  await shop.advance(id, 'accepted', 'packed', 'out')
  const cash = await orders(shop, 'cash', number, '--amount', '2000')
  expect(cash.said).toContain('That is more than the ₹299 to collect.')
})

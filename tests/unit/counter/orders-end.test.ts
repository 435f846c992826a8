import { expect, test } from 'vitest'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { refundOrder } from '#lib/server/orders/refund-order.ts'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { indianDay } from '#lib/dates.ts'
import { readToday } from '#lib/server/counter/today.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

const cashOf = (shop: CounterShop) =>
  shop.db
    .selectFrom('cash_entry')
    .select(['kind', 'how', 'due_paise as due', 'amount_paise as paise', 'rider'])
    .where('undone_at', 'is', null)
    .orderBy('kind')
    .execute()
const subjects = async (shop: CounterShop) => (await shop.mails()).map(({ subject }) => subject)

forEachDatabase((open) => {
  test('the owner calls a cash order off: its units come back, and nothing is to be paid', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    expect(await shop.stock()).toBe(7)
    const again = { as: 'cancelled', reason: 'sold elsewhere', units: 'back' }
    expect(await shop.act(id, 'end', again)).toMatchObject({
      ok: true,
      value: { status: 'cancelled' },
    })
    expect(await shop.act(id, 'end', again)).toEqual({ ok: false, error: 'notNow' })
    expect(await shop.stock()).toBe(10)
    // In no fixed order: PostgreSQL does not say in which order they were written.
    expect(await subjects(shop)).toContainEqual(
      expect.stringMatching(/^Order \w+ has been cancelled$/),
    )
    const { ended, end_reason: reason } = await shop.order(id)
    expect([ended, reason]).toEqual(['cancelled', 'sold elsewhere'])
  })

  test('what was not delivered is written off or comes back, by choice', async () => {
    await using shop = await openCounter(open)
    const [first, second] = [await shop.cashOrder(2), await shop.cashOrder(3)]
    for (const id of [first, second]) await shop.advance(id, 'accepted', 'packed', 'out')
    await shop.act(first, 'end', { as: 'undelivered', reason: 'milk turned', units: 'lost' })
    expect(await shop.stock()).toBe(5)
    await shop.act(second, 'end', { as: 'refused', reason: 'not at home', units: 'back' })
    expect(await shop.stock()).toBe(8)
    const holds = await shop.db
      .selectFrom('stock_hold')
      .select(['state', 'back_quantity as back', 'lost_quantity as lost'])
      .orderBy('quantity')
      .execute()
    expect(holds).toEqual([
      { state: 'returned', back: 0, lost: 2 },
      { state: 'returned', back: 3, lost: 0 },
    ])
  })

  test('cash is noted at the door; what is brought back later is given back', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(2)
    await shop.advance(id, 'accepted', 'packed')
    await shop.act(id, 'step', { to: 'out', rider: 'Ravi' })
    await shop.act(id, 'step', { to: 'delivered', collected: '290' })
    const taken = { kind: 'taken', how: 'cash', due: 29_900, paise: 29_000, rider: 'Ravi' }
    expect(await cashOf(shop)).toEqual([taken])
    await shop.correct(id, { amount: '299', how: 'upi', reference: 'T1234', rider: 'Ravi' })
    expect(await cashOf(shop)).toEqual([{ ...taken, how: 'upi', paise: 29_900 }])
    await shop.act(id, 'end', { as: 'returned', reason: 'wrong product', units: 'back' })
    expect(await cashOf(shop)).toMatchObject([
      { kind: 'returned', paise: 29_900 },
      { kind: 'taken' },
    ])
    expect([(await shop.order(id)).status, await shop.stock()]).toEqual(['refunded', 10])
  })

  test('a note on money that is put right the next day stays in the book of its day', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(2)
    await shop.advance(id, 'accepted', 'packed')
    await shop.act(id, 'step', { to: 'out', rider: 'Ravi' })
    await shop.act(id, 'step', { to: 'delivered' })
    const now = Date.now()
    const yesterday = now - 24 * 3_600_000
    await shop.db.updateTable('cash_entry').set({ created_at: yesterday }).execute()
    await shop.correct(id, { amount: '280', rider: 'Ravi' })
    expect(await readCashBook(shop.db, indianDay(yesterday), now)).toMatchObject([
      { cashPaise: 28_000 },
    ])
    expect(await readCashBook(shop.db, indianDay(now), now)).toEqual([])
  })

  test('an order that was paid online and is refused at the door is refunded whole', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.advance(id, 'accepted', 'packed', 'out')
    await shop.act(id, 'end', { as: 'refused', reason: 'changed their mind', units: 'back' })
    await doRefunds(shop.payments)
    expect([(await shop.order(id)).status, await shop.stock()]).toEqual(['refunded', 10])
    expect(shop.standIn.payments[0]).toMatchObject({ amount_refunded: 29_900, status: 'refunded' })
    // The buyer is told of both by mail, once each.
    const mails = await shop.mails()
    const told = mails.filter(({ subject }) => /has been cancelled$|^Refund of/.test(subject))
    expect(told).toHaveLength(2)
    expect(told.some(({ text }) => text.includes('Reason: changed their mind'))).toBe(true)
  })

  test('a shopper who calls an order off, and a whole refund of the command line, stand in the list of what was done', async () => {
    await using shop = await openCounter(open)
    const [called, refunded] = [await shop.cashOrder(1), await shop.paidOrder(1)]
    await shop.advance(refunded, 'accepted', 'packed', 'out', 'delivered')
    await cancelOrder(shop.payments, shop.asha.id, called)
    await refundOrder(shop.db, refunded, Date.now())
    const listed = async (id: string) =>
      (await showOrder(shop.db, id, Date.now()))?.actions.filter(({ kind }) => kind !== 'step')
    expect(await listed(called)).toMatchObject([
      { kind: 'end', who: 'the customer', before: 'new', after: 'cancelled' },
    ])
    expect(await listed(refunded)).toMatchObject([{ kind: 'refund', who: 'command line' }])
    const { ended } = await readToday(shop.db, Date.now(), shop.dataDir)
    expect(ended).toMatchObject([{ ended: 'cancelled', who: 'the customer' }])
  })

  test('a whole refund of the command line calls a packed order off, units and all, and none that is on its way', async () => {
    await using shop = await openCounter(open)
    const [packed, sent] = [await shop.paidOrder(2), await shop.paidOrder(3)]
    await shop.advance(packed, 'accepted', 'packed')
    await shop.advance(sent, 'accepted', 'packed', 'out')
    expect(await refundOrder(shop.db, packed, Date.now())).toMatchObject({ ok: true })
    expect(await refundOrder(shop.db, sent, Date.now())).toEqual({ ok: false, error: 'onItsWay' })
    await doRefunds(shop.payments)
    expect([(await shop.order(packed)).status, await shop.stock()]).toEqual(['refunded', 7])
    await shop.act(sent, 'end', { as: 'undelivered', reason: 'nobody there', units: 'back' })
    await doRefunds(shop.payments)
    expect([(await shop.order(sent)).status, await shop.stock()]).toEqual(['refunded', 10])
  })

  test('a line is not taken out with which all that is still paid would go back', async () => {
    await using shop = await openCounter(open)
    const { asha } = shop
    await shop.put(asha.id, 'rice', 1)
    const id = await shop.paidOrder(1)
    await shop.refund(id, '50')
    const lines = (await showOrder(shop.db, id, Date.now()))?.lines ?? []
    const dal = lines.find(({ title }) => title === 'Toor Dal')
    const line = { position: dal?.position, quantity: 0 }
    expect(await shop.act(id, 'line', line)).toEqual({ ok: false, error: 'allGone' })
    await shop.act(id, 'end', { as: 'cancelled', reason: 'no stock', units: 'back' })
    await doRefunds(shop.payments)
    expect([(await shop.order(id)).status, await shop.stock()]).toEqual(['refunded', 10])
    expect(shop.standIn.payments[0]).toMatchObject({ amount_refunded: 19_950 })
  })

  test('a part goes back, then another, and never more than was paid (P7)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.refund(id, '100')
    await shop.refund(id, '150.50')
    await doRefunds(shop.payments)
    expect(shop.standIn.payments[0]).toMatchObject({ amount_refunded: 25_050, status: 'captured' })
    expect((await shop.order(id)).status).toBe('confirmed')
    const tooMuch = await shop.refund(id, '48.51')
    expect(tooMuch).toEqual({ ok: false, error: 'tooMuch' })
    // What happens to the units is only asked when the order is cancelled.
    const all = await shop.refund(id, '48.50')
    expect(all).toEqual({ ok: false, error: 'allGone' })
    await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
    await doRefunds(shop.payments)
    expect(shop.standIn.refunds.map(({ amount }) => amount)).toEqual([10_000, 15_050, 4850])
    expect((await shop.order(id)).status).toBe('refunded')
    const over = shop.db.updateTable('payment').set({ refund_paise: 29_901 })
    await expect(over.execute()).rejects.toThrow(/refund_paise|check/i)
  })

  test('a line of a cash order that is cut has a credit note, and the note of its end has the rest', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(2)
    const bills = async () =>
      (await billsOf(shop.db, id)).map(({ kind, amount_paise }) => [kind, amount_paise])
    const [[, whole = 0] = []] = await bills()
    const before = await shop.order(id)
    expect(
      await shop.act(id, 'line', { position: '0', quantity: '1', units: 'back' }),
    ).toMatchObject({
      ok: true,
    })
    const { reduced_paise: cut } = await shop.order(id)
    expect([before.amount_paise, cut > 0]).toEqual([whole, true])
    expect(await bills()).toEqual([
      ['supply', whole],
      ['credit', cut],
    ])
    await shop.act(id, 'end', { as: 'cancelled', reason: 'sold elsewhere', units: 'back' })
    expect((await bills()).filter(([kind]) => kind === 'credit')).toEqual([
      ['credit', cut],
      ['credit', Number(whole) - cut],
    ])
  })

  test('a payment by UPI on the way outlives a step that is taken back, and no more is noted than is due', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder()
    await shop.advance(id, 'accepted', 'packed', 'out')
    await shop.take(id, '299', 'upi', { reference: 'T1' })
    const deliver = (collected?: string) =>
      shop.act(id, 'step', { to: 'delivered', ...(collected && { collected }) })
    expect(await deliver('299.01')).toEqual({ ok: false, error: 'aboveDue', duePaise: 0 })
    const upi = [{ kind: 'taken', how: 'upi', due: 29_900, paise: 29_900, rider: '' }]
    await deliver()
    await shop.act(id, 'undo')
    expect(await cashOf(shop), 'as it was noted').toEqual(upi)
    await shop.correct(id, { amount: '200', how: 'upi', reference: 'T1' })
    await deliver('99')
    expect(await cashOf(shop)).toHaveLength(2)
    await shop.act(id, 'undo')
    const part = [{ ...upi[0], due: 20_000, paise: 20_000 }]
    expect(await cashOf(shop), 'without what the step took').toEqual(part)
  })

  test('a delivery is taken back also when its money was put right since, and nothing older than another change', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(2)
    await shop.advance(id, 'accepted', 'packed', 'out')
    await shop.act(id, 'step', { to: 'delivered', collected: '290' })
    await shop.correct(id, { amount: '280' })
    const canUndo = async () => (await showOrder(shop.db, id, shop.payments.now()))?.canUndo
    expect(await canUndo()).toBe(true)
    expect(await shop.act(id, 'undo')).toMatchObject({ ok: true })
    expect([(await shop.order(id)).status, await cashOf(shop)]).toEqual(['out_for_delivery', []])
    await shop.act(id, 'undo')
    await shop.act(id, 'line', { position: 0, quantity: 1 })
    expect(await canUndo()).toBe(false)
    expect(await shop.act(id, 'undo')).toEqual({ ok: false, error: 'notLast' })
  })

  test('who saw an order at another stage is told so, and one tap counts', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder()
    const tap = () => shop.act(id, 'step', { to: 'accepted', from: 'new' })
    const both = await Promise.all([tap(), tap()])
    expect(both.map((done) => (done.ok ? 'done' : done.error)).sort()).toEqual(['changed', 'done'])
    expect(await shop.db.selectFrom('order_action').select('kind').execute()).toHaveLength(1)
  })

  test('a wrong step is taken back for ten minutes, and told about once', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder()
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    expect(await shop.act(id, 'undo')).toMatchObject({
      ok: true,
      value: { status: 'out_for_delivery' },
    })
    expect(await cashOf(shop)).toEqual([])
    await shop.act(id, 'undo')
    await shop.advance(id, 'out', 'delivered')
    const told = (await subjects(shop)).filter((subject) => /on its way|delivered/.test(subject))
    expect(told).toHaveLength(2)
    shop.clock.ahead += 11 * 60_000
    expect(await shop.act(id, 'undo')).toEqual({ ok: false, error: 'tooLate' })
    const events = await shop.db.selectFrom('order_event').select('status').execute()
    expect(events.map(({ status }) => status).sort()).toEqual(
      ['confirmed', 'delivered', 'out_for_delivery', 'packed', 'pending'].sort(),
    )
  })
})

import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { undoMoneySince } from '#lib/server/counter/cash.ts'
import { dayBookCsv, readDayBook } from '#lib/server/counter/day-book.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { forgetBuyers } from '#lib/server/orders/forget-buyer.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import {
  giver,
  HOUR,
  NO_BALANCE,
  refuseRefund,
  shownBy,
} from '#tests/support/orders/refused-refund.ts'

const corrector = (shop: CounterShop, id: string) => {
  return async (recorded: string, how: string, reference: string) => {
    const { refunds } = await shownBy(shop, id)
    return shop.act(id, 'elsewhere', { refund: refunds[0]?.id ?? '', how, reference, recorded })
  }
}

/** What the till and the bank gave back today: cash, by UPI, and from the bank. */
async function booked({ db }: CounterShop) {
  const day = indianDay(Date.now())
  const [till] = (await readCashBook(db, day, Date.now())).filter(({ isShop }) => isShop)
  const [row] = await readDayBook(db, day)
  return {
    till: till ? [till.returnedPaise - till.returnedUpiPaise, till.returnedUpiPaise] : [0, 0],
    day: row ? [row.cashPaise, row.upiPaise, row.bankPaise].map((paise) => 0 - paise) : [],
  }
}

forEachDatabase((open) => {
  test('how a refund was given back can be corrected: books, history and buyer follow (P15)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    await give('cash', 'R1')
    expect(await booked(shop)).toEqual({ till: [29_900, 0], day: [29_900, 0, 0] })
    const correct = corrector(shop, id)
    expect(await correct('', 'upi', 'T2'), 'not said that it is one').toMatchObject({ ok: false })
    expect(await correct('upi T1', 'upi', 'T2'), 'of other words').toMatchObject({ ok: false })
    shop.clock.ahead = 26 * HOUR
    expect(await correct('cash R1', 'upi', 'T2')).toMatchObject({ ok: true })
    expect(await correct('cash R1', 'upi', 'T2'), 'sent twice').toMatchObject({ ok: true })
    expect(await booked(shop)).toEqual({ till: [0, 29_900], day: [0, 29_900, 0] })
    expect(await correct('upi T2', 'bank', 'N3')).toMatchObject({ ok: true })
    expect(await booked(shop)).toEqual({ till: [0, 0], day: [0, 0, 29_900] })
    expect(await correct('bank N3', 'cash', 'R4')).toMatchObject({ ok: true })
    expect(await booked(shop)).toEqual({ till: [29_900, 0], day: [29_900, 0, 0] })
    const { actions, refunds, cash } = await shownBy(shop, id)
    const said = actions.filter(({ kind }) => kind === 'elsewhere').map(({ note }) => note)
    expect(said.toSorted()).toEqual([
      ...['UPI T2 → bank transfer N3', 'bank transfer N3 → cash R4', 'cash R1'],
      'cash R1 → UPI T2',
    ])
    expect(refunds).toMatchObject([{ given_how: 'cash', given_reference: 'R4' }])
    expect(cash.map(({ reference }) => reference)).toEqual(['R4'])
    const told = (await shop.mails()).filter(({ text }) =>
      text.includes('Correction: we are refunding'),
    )
    expect(told).toHaveLength(3)
  })

  test('the day book tells of money that came from the bank (P15)', async () => {
    await using shop = await openCounter(open)
    const { give } = await refuseRefund(shop)
    await give('bank', 'N1')
    const csv = dayBookCsv(await readDayBook(shop.db, indianDay(Date.now())))
    const lines = csv.trim().split('\n')
    expect(lines[0]).toMatch(/,cash,upi,bank\r?$/)
    expect(lines[1]).toMatch(/,0\.00,0\.00,-299\.00\r?$/)
    expect(lines.at(-1)).toMatch(/,0\.00,0\.00,-299\.00\r?$/)
  })

  test('a buyer who is forgotten leaves no words about the refund, but its sum, way and day (P15 A24)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    await give('upi', 'asha@okbank')
    const other = await refuseRefund(shop)
    await other.give('cash', 'Ravi')
    const { attempt_id } = await shop.order(id)
    await inTransaction(shop.db, async (trx) => {
      await forgetBuyers(trx, [attempt_id])
      return { ok: true, value: undefined }
    })
    const shown = await shownBy(shop, id)
    expect(JSON.stringify(shown)).not.toContain('okbank')
    expect(shown.refunds).toMatchObject([{ given_how: 'upi', amount_paise: 29_900 }])
    expect(shown.cash).toMatchObject([{ how: 'upi', amount_paise: 29_900 }])
    expect(shown.actions[0]).toMatchObject({ kind: 'elsewhere', after: '299.00', note: '' })
    expect(JSON.stringify(await shownBy(shop, other.id))).toContain('Ravi')
  })

  test('a delivery that is taken back leaves a refund given by hand in the books (P15)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    await shop.refund(id, '100')
    shop.standIn.always = NO_BALANCE
    await doRefunds(shop.payments)
    await giver(shop, id)('cash')
    await inTransaction(shop.db, async (trx) => {
      await undoMoneySince(trx, id, 0, Date.now())
      return { ok: true, value: undefined }
    })
    expect((await shownBy(shop, id)).cash).toMatchObject([{ amount_paise: 10_000 }])
  })
})

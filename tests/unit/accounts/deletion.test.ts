import { expect, test } from 'vitest'
import { changeRoles } from '#lib/server/accounts/change-roles.ts'
import { deleteAccount } from '#lib/server/accounts/profile.ts'
import { forgetShopper } from '#lib/server/accounts/forget-shopper.ts'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { closeAttempt, lockAttempt } from '#lib/server/orders/attempts.ts'
import { forgetFormer } from '#lib/server/orders/forget-buyer.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { moveOrder } from '#lib/server/orders/statuses.ts'
import type { OrderStatus } from '#lib/checkout/order.ts'
import { UNDO_MS } from '#lib/counter/stages.ts'
import { newShopper, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openApi } from '#tests/support/open-api.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { payAttempt, tellRefund } from '#tests/support/outside/paid-attempt.ts'

const HOUR = 60 * 60_000

const PLACE = {
  fullname: 'Asha Rao',
  country: 'India',
  street1: '12 Temple Road',
  street2: '',
  city: 'Pune',
  region: 'Maharashtra',
  zipcode: '411001',
  phone: '9876543210',
  email: 'asha@example.com',
  note: 'Ring twice',
}

forEachDatabase((open) => {
  test('the only owner of a shop cannot delete their account, one of two can (A23)', async () => {
    await using api = await openApi(open)
    const owner = async () => {
      const { user } = await newShopper(api, api)
      await changeRoles(api.db, user.email, () => 'owner')
      return user
    }
    const asha = await owner()
    const refused = { ok: false, error: { code: 'lastOwner' } }
    expect(await deleteAccount(api.accounts, asha, PASSWORD)).toEqual(refused)
    const ravi = await owner()
    const both = [asha, ravi].map((user) => deleteAccount(api.accounts, user, PASSWORD))
    const isGone = (await Promise.all(both)).map(({ ok }) => ok)
    expect(isGone.toSorted()).toEqual([false, true])
  })

  test('when an account is deleted orders and reviews stay, without a name where nothing is to be brought', async () => {
    await using api = await openApi(open)
    const { user } = await newShopper(api, api)
    await addOrder(api, user.id, 'done', 'delivered')
    await addOrder(api, user.id, 'open', 'packed')
    const said = { customer_name: 'Asha Rao', text: 'Good', rating: 5, created_at: 1 }
    await api.db
      .insertInto('review')
      .values({ id: 'r1', product_id: 'toor-dal', user_id: user.id, ...said })
      .execute()
    expect(await deleteAccount(api.accounts, user, 'not this')).toMatchObject({ ok: false })
    expect(await deleteAccount(api.accounts, user, PASSWORD)).toEqual({ ok: true })
    const orders = await api.db.selectFrom('orders').selectAll().orderBy('id').execute()
    expect(orders).toMatchObject([
      {
        id: 'done',
        user_id: null,
        fullname: 'A former customer',
        street1: '',
        phone: '',
        email: '',
      },
      { id: 'open', user_id: null, fullname: 'Asha Rao', street1: '12 Temple Road' },
    ])
    expect(orders.map(({ amount_paise, zipcode }) => [amount_paise, zipcode])).toEqual([
      [15_000, '411001'],
      [15_000, '411001'],
    ])
    const review = await api.db.selectFrom('review').selectAll().executeTakeFirstOrThrow()
    expect([review.customer_name, review.text]).toEqual(['A former customer', 'Good'])
    const { names } = await api.db
      .selectFrom('catalogue_change')
      .select('names')
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
    expect(names, 'its page is published anew').toBe('reviews:toor-dal')
  })

  test('with an account its confirmed mail leaves newsletter and stock alerts, and nobody else does (G33)', async () => {
    await using api = await openApi(open)
    const mails = ['asha@example.com', 'ravi@example.com', 'meera@example.com']
    await api.db
      .insertInto('newsletter')
      .values(mails.map((email) => ({ email, created_at: 1, confirmed_at: 1 })))
      .execute()
    const [asha, ravi] = [
      await newShopper(api, { ...api, email: 'asha@example.com' }),
      await newShopper(api, { ...api, email: 'ravi@example.com' }),
    ]
    await api.db
      .updateTable('user')
      .set({ email_verified: true })
      .where('email', '=', 'asha@example.com')
      .execute()
    const alerts = mails.map((email) => ({
      id: email,
      email,
      product_id: 'basmati',
      created_at: 1,
    }))
    await api.db
      .insertInto('stock_alert')
      .values(alerts.map((alert) => ({ ...alert, pack_label: '' })))
      .execute()
    for (const { user } of [asha, ravi]) await deleteAccount(api.accounts, user, PASSWORD)
    const waiting = await api.db
      .selectFrom('stock_alert')
      .select('email')
      .orderBy('email')
      .execute()
    expect(waiting.map(({ email }) => email)).toEqual(['meera@example.com', 'ravi@example.com'])
    const left = await api.db.selectFrom('newsletter').select('email').orderBy('email').execute()
    expect(left.map(({ email }) => email)).toEqual(['meera@example.com', 'ravi@example.com'])
  })

  test('an order on its way when its account goes loses the address once it is over for good', async () => {
    await using api = await openApi(open)
    const { user } = await newShopper(api, api)
    for (const id of ['brought', 'lost', 'back']) await addOrder(api, user.id, id, 'packed')
    await deleteAccount(api.accounts, user, PASSWORD)
    await move(api, 'brought', 'out_for_delivery')
    expect(await placesOf(api, 'brought'), 'it is to be brought').toEqual([KEPT, KEPT])
    const now = Date.now()
    await move(api, 'brought', 'delivered', now)
    expect(await forgetFormer(api.db, now + UNDO_MS)).toBe(0)
    expect(await placesOf(api, 'brought'), 'a wrong step is taken back').toEqual([KEPT, KEPT])
    expect(await forgetFormer(api.db, now + UNDO_MS + 1)).toBe(1)
    expect(await forgetFormer(api.db, now + UNDO_MS + 1)).toBe(0)
    await move(api, 'lost', 'needs_attention')
    expect(await placesOf(api, 'lost'), 'somebody must write to them').toEqual([KEPT, KEPT])
    await move(api, 'lost', 'cancelled')
    await move(api, 'back', 'cancelled')
    await move(api, 'back', 'refunded')
    expect(await forgetFormer(api.db, now + UNDO_MS + 1)).toBe(2)
    for (const id of ['brought', 'lost', 'back']) {
      expect(await placesOf(api, id), id).toEqual([GONE, GONE])
    }
    const { zipcode, amount_paise } = await api.db
      .selectFrom('orders')
      .select(['zipcode', 'amount_paise'])
      .executeTakeFirstOrThrow()
    expect([zipcode, amount_paise]).toEqual(['411001', 15_000])
  })

  test('no former customer is found at the desk, nor is what was changed of their address kept', async () => {
    await using shop = await openCounter(open)
    const { asha, db } = shop
    const [done, open_] = [await shop.cashOrder(1), await shop.cashOrder(1)]
    const elsewhere = {
      ...{ fullname: 'Asha Rao', streetaddressline1: '7 Hill Road', streetaddressline2: '' },
      ...{ city: 'Pune', state: 'Maharashtra', zipcode: '411001', phonenumber: '9812345670' },
      note: '',
    }
    for (const id of [done, open_]) await shop.act(id, 'details', elsewhere)
    expect((await shop.order(open_)).search).toContain(asha.email)
    await shop.advance(done, 'accepted', 'packed', 'out', 'delivered')
    const { now } = shop.payments
    await forgetAsha(shop, now() + UNDO_MS + 1)
    const said = async (id: string) => {
      const { search } = await shop.order(id)
      const shown = await showOrder(db, id, shop.payments.now())
      return JSON.stringify([search, shown?.actions.filter(({ kind }) => kind === 'details')])
    }
    expect(await said(done)).not.toMatch(/asha|hill|mg road|981234|560001/i)
    // The rider still needs the address.
    expect((await shop.order(open_)).search).toContain('7 hill road')
    expect((await shop.order(open_)).search).not.toContain(asha.email)
    expect(await said(open_)).toMatch(/Hill Road.*MG Road|MG Road.*Hill Road/)
    await shop.act(open_, 'end', { as: 'cancelled', reason: 'Gone', units: 'back' })
    expect(await forgetFormer(db, now())).toBe(1)
    expect(await said(open_)).not.toMatch(/asha|hill|mg road|981234|560001/i)
  })

  test('who deletes the account while a refund is refused hears of its delay, and can be called (P17)', async () => {
    await using shop = await openCounter(open)
    const [id, kept] = [await shop.paidOrder(1), await shop.order(await shop.paidOrder(1))]
    const { phone, email, attempt_id } = await shop.order(id)
    expect(await cancelOrder(shop.payments, shop.asha.id, id)).toMatchObject({ ok: true })
    shop.standIn.always = { kind: 'status', status: 400 }
    await doRefunds(shop.payments)
    await forgetAsha(shop, shop.payments.now())
    for (let hour = 1; hour < 60; hour++) {
      shop.clock.ahead = hour * HOUR
      await doRefunds(shop.payments)
    }
    expect(await forgetFormer(shop.db, shop.payments.now())).toBe(0)
    expect(await shop.order(id)).toMatchObject({ phone, email })
    const delayed = (await shop.mails()).filter(({ subject }) => subject.includes('is delayed'))
    expect(delayed.map(({ to }) => to)).toEqual([email])
    // The owner has given it back in the dashboard.
    shop.standIn.always = undefined
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    await tellRefund(shop, shop.standIn.refundByHand(payment, payment.amount))
    expect(await forgetFormer(shop.db, shop.payments.now())).toBe(1)
    expect(await shop.order(id)).toMatchObject({ phone: '', email: '', status: 'refunded' })
    const attempt = shop.db.selectFrom('attempt').select('phone').where('id', '=', attempt_id)
    expect(await attempt.executeTakeFirst()).toEqual({ phone: '' })
    expect(await shop.order(kept.id)).toMatchObject({ phone: kept.phone, user_id: null })
  })

  test('a late payment that goes back after the account went keeps whom to tell until it is back (P17)', async () => {
    await using shop = await openCounter(open, { stock: 1 })
    const { attempt, orderid } = await payAttempt(shop)
    await forgetAsha(shop, shop.payments.now())
    const second = shop.standIn.pay(orderid, { amount: 1 })
    await shop.notify('payment.captured', second.payment)
    const phones = async () =>
      (await shop.db.selectFrom('attempt').select(['id', 'phone']).execute()).map(
        ({ id, phone }) => [id, phone],
      )
    const { phonenumber } = BILLING
    expect(await forgetFormer(shop.db, shop.payments.now())).toBe(0)
    expect(await phones()).toEqual([[attempt, expect.stringContaining(phonenumber)]])
    await shop.db.updateTable('refund').set({ state: 'processed', done_at: 1 }).execute()
    expect(await forgetFormer(shop.db, shop.payments.now())).toBe(1)
    expect(await phones()).toEqual([[attempt, '']])
  })

  test('a delivery that was pressed by mistake is undone with its address, though the account went meanwhile', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(1)
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    const { street1, phone } = await shop.order(id)
    await forgetAsha(shop, shop.payments.now())
    expect(await forgetFormer(shop.db, shop.payments.now())).toBe(0)
    expect(await shop.act(id, 'undo')).toMatchObject({ ok: true })
    expect(await shop.order(id)).toMatchObject({ status: 'out_for_delivery', street1, phone })
    await shop.advance(id, 'delivered')
    expect(await forgetFormer(shop.db, shop.payments.now() + UNDO_MS + 1)).toBe(1)
    expect(await shop.order(id)).toMatchObject({ street1: '', phone: '' })
  })

  test('an order of somebody who is still there keeps the address', async () => {
    await using api = await openApi(open)
    const { user } = await newShopper(api, api)
    await addOrder(api, user.id, 'mine', 'packed')
    await move(api, 'mine', 'out_for_delivery')
    await move(api, 'mine', 'delivered')
    expect(await forgetFormer(api.db, Date.now())).toBe(0)
    expect(await placesOf(api, 'mine')).toEqual([KEPT, KEPT])
  })

  test('a payment that was open when the account went loses the address when no order comes of it', async () => {
    await using api = await openApi(open)
    const { user } = await newShopper(api, api)
    await addOrder(api, user.id, 'open', 'packed')
    await api.db.deleteFrom('orders').execute()
    await api.db.updateTable('attempt').set({ state: 'lapsed', outcome: null }).execute()
    const payment = { id: 'pay_1', order_id: 'order_1', amount: 15_000, currency: 'INR' }
    const entity = { ...payment, status: 'failed', error_description: 'Asha said no' }
    const body = JSON.stringify({ event: 'payment.failed', payload: { payment: { entity } } })
    await api.db.updateTable('attempt').set({ provider_order_id: 'order_1' }).execute()
    await api.db
      .insertInto('webhook_event')
      .values({ provider: 'razorpay', event_id: 'given-up', body, received_at: 1 })
      .execute()
    await deleteAccount(api.accounts, user, PASSWORD)
    expect((await placesOf(api, 'open'))[1], 'it may still be paid').toEqual(KEPT)
    const told = await api.db.selectFrom('webhook_event').select('body').executeTakeFirstOrThrow()
    expect(told, 'what was told of it and could not be done').toEqual({ body: '' })
    await inTransaction(api.db, async (trx) => {
      const attempt = await lockAttempt(trx, { id: 'a-open' })
      if (attempt) await closeAttempt(trx, attempt, 'unpaid', 1)
      return { ok: true, value: undefined }
    })
    expect((await placesOf(api, 'open'))[1]).toEqual(GONE)
  })
})

/** Deletes the account of the shop's first shopper. */
const forgetAsha = ({ db, asha }: CounterShop, now: number) =>
  inTransaction(db, async (trx) => {
    await forgetShopper(trx, asha.id, { key: 'key', hide: () => 'hidden' }, now)
    await trx.deleteFrom('user').where('id', '=', asha.id).execute()
    return { ok: true, value: undefined }
  })

/** Moves an order to another status, as the shop does. */
const move = ({ db }: TestDatabase, id: string, to: OrderStatus, now = 1) =>
  inTransaction(db, async (trx) => ({
    ok: true,
    value: await moveOrder(trx, id, to, 'By the shop', now),
  }))

/** Name, street, telephone, email and note of an order, and of its attempt. */
async function placesOf({ db }: TestDatabase, id: string) {
  const columns = ['fullname', 'street1', 'phone', 'email', 'note'] as const
  const order = db.selectFrom('orders').select(columns).where('id', '=', id)
  const attempt = db.selectFrom('attempt').select(columns).where('id', '=', `a-${id}`)
  return [await order.executeTakeFirst(), await attempt.executeTakeFirst()]
}

const KEPT = {
  ...{ fullname: PLACE.fullname, street1: PLACE.street1, phone: PLACE.phone },
  ...{ email: PLACE.email, note: PLACE.note },
}
const GONE = { fullname: 'A former customer', street1: '', phone: '', email: '', note: '' }

async function addOrder(
  { db }: TestDatabase,
  userId: string,
  id: string,
  status: 'delivered' | 'packed',
) {
  const shared = { user_id: userId, chain: id, amount_paise: 15_000, created_at: 1, ...PLACE }
  const attempt = { id: `a-${id}`, idempotency_key: id, fingerprint: id }
  await db
    .insertInto('attempt')
    .values({
      ...shared,
      ...attempt,
      currency: 'INR',
      provider: 'cod',
      provider_order_id: null,
      state: 'closed',
      outcome: 'order',
      ...{ hold_until: 1, asked: 0, next_ask_at: 1, closed_at: 1 },
    })
    .execute()
  await db
    .insertInto('orders')
    .values({ ...shared, id, number: id, attempt_id: attempt.id, payment_id: null, status })
    .execute()
}

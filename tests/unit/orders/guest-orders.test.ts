import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { inTransaction, openDatabase, urlOfDatabase } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { AttemptTable } from '#lib/server/database/schema/orders.ts'
import { findAttempt } from '#lib/server/orders/attempts.ts'
import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { confirmPayment } from '#lib/server/orders/payment/confirm-payment.ts'
import {
  findTracked,
  latestTrack,
  otherOrders,
  takeOrdersOver,
} from '#lib/server/orders/guest-orders.ts'
import { startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import { GUESTS_AT_ONCE, sweepGuests } from '#lib/server/orders/sweep-guests.ts'
import { isGuest, openGuest } from '#lib/server/shopper/guests/guests.ts'
import { mergeGuest } from '#lib/server/merge-guest/merge-guest.ts'
import { sweep } from '#lib/server/shop/sweep.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openOrders } from '#tests/support/orders/orders-shop.ts'

const CASH = { settings: { cashUnconfirmed: true } }
const DAY_MS = 24 * 3600_000

type Shop = Awaited<ReturnType<typeof openOrders>>

/** Checks out the cart of somebody without an account. */
async function buy(shop: Shop, id: string, change: Record<string, unknown> = {}) {
  const read = readCheckout({ ...BILLING, email: '', ...change }, undefined, {
    isMailOptional: true,
  })
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  return startCheckout(shop.payments, { id, isGuest: true }, read.value)
}

/** Buys one dal in cash, as a new visitor. @returns the result, and the visitor */
async function buyNew(shop: Shop, change: Record<string, unknown> = {}) {
  const guest = await openGuest(shop.db)
  await shop.put(guest.id)
  return { guest, done: await buy(shop, guest.id, { payment: 'cod', ...change }) }
}

const takeOver = (db: Db, id: string) =>
  inTransaction(db, async (trx) => ({ ok: true, value: await takeOrdersOver(trx, id) }))

const ordersOf = (db: Db) => db.selectFrom('orders').selectAll().orderBy('created_at').execute()

forEachDatabase((open) => {
  test('who has no account orders without a mail, and has a link that shows this order (G07 G08)', async () => {
    await using shop = await openOrders(open, CASH)
    const { guest, done } = await buyNew(shop)
    expect(done.kind).toBe('order')
    const [order] = await ordersOf(shop.db)
    expect(order).toMatchObject({ user_id: guest.id, email: '', status: 'pending' })
    const track = order?.track ?? ''
    expect(track).toMatch(/^[\w-]{32}$/)
    expect(await latestTrack(shop.db, guest.id)).toBe(track)
    const now = Date.now()
    expect((await findTracked(shop.db, track, now))?.id).toBe(order?.id)
    expect(await findTracked(shop.db, track, now + 91 * DAY_MS)).toBeUndefined()
    expect(await shop.count('cart_item')).toBe(0)
    expect(await shop.mails()).toEqual([])
  })

  test('who has no account and orders twice finds either order from the other (G08)', async () => {
    await using shop = await openOrders(open, CASH)
    const { guest } = await buyNew(shop)
    await shop.put(guest.id, 'rice')
    await buy(shop, guest.id, { payment: 'cod' })
    await buyNew(shop, { phonenumber: '9845099999', streetaddressline1: '9 Other Lane' })
    const own = (await ordersOf(shop.db)).filter(({ user_id }) => user_id === guest.id)
    expect(own).toHaveLength(2)
    for (const order of own) {
      const rest = own.filter(({ id }) => id !== order.id)
      expect(await otherOrders(shop.db, guest.id, order.id, Date.now())).toEqual(
        rest.map(({ number, track, status, created_at: placedAt }) => {
          return { number, status, placedAt, path: `/track/${track}` }
        }),
      )
    }
  })

  test('the door of a guest without a mail is changed, and what is known of them with it (G07 G09)', async () => {
    await using shop = await openOrders(open, CASH)
    await buyNew(shop)
    const [order] = await ordersOf(shop.db)
    const { country: _, email: __, ...place } = BILLING
    const details = { ...place, phonenumber: '9812345670', note: '' }
    const owner = { id: null, who: 'command line' }
    const done = await actOnOrder(shop.payments, owner, order?.id ?? '', 'details', details)
    expect(done).toMatchObject({ ok: true, value: { phone_key: '9812345670', email: '' } })
  })

  test('200 guessed links show nothing, and call nothing off (G08)', async () => {
    await using shop = await openOrders(open, CASH)
    await buyNew(shop)
    const [order] = await ordersOf(shop.db)
    const { id = '', track } = order ?? {}
    // Neighbours of the real one, which differ in its last two characters.
    const guesses = Array.from({ length: 197 }, (_, at) => {
      const end = at.toString(36).padStart(2, '_')
      return `${track?.slice(0, -2)}${end}`
    }).filter((guess) => guess !== track)
    expect(guesses[0]).toHaveLength(track?.length ?? 0)
    for (const guess of [...guesses, '', id, "' or 1=1 --", 'A'.repeat(32)]) {
      expect(await findTracked(shop.db, guess, Date.now())).toBeUndefined()
    }
    const answer = await shop.call(
      'POST /api/orders/[id]/cancel',
      undefined,
      { track: 'A'.repeat(32) },
      { params: { id } },
    )
    expect(answer.status).toBe(401)
    const mine = await shop.call(
      'POST /api/orders/[id]/cancel',
      undefined,
      { track },
      { params: { id } },
    )
    expect(mine.status).toBe(200)
    expect(await mine.json()).toMatchObject({
      order: { status: 'cancelled', address: '', email: '' },
    })
  })

  test('a mail that was given has the link, and not the door (G08)', async () => {
    await using shop = await openOrders(open, CASH)
    await buyNew(shop, { email: 'ravi@example.com' })
    const [order] = await ordersOf(shop.db)
    const [mail] = await shop.mails()
    expect(mail?.to).toBe('ravi@example.com')
    expect(mail?.text).toContain(`https://shop.invalid/track/${order?.track}`)
    expect(mail?.text).not.toContain('MG Road')
  })

  test('the limit of cash holds for a telephone and for a door, and says the same of both (G09)', async () => {
    await using shop = await openOrders(open, { ...CASH, stock: 100 })
    const refused = { kind: 'refused', refusal: { code: 'codGuest' } }
    const door = { streetaddressline1: '7 Church Street' }
    expect((await buyNew(shop)).done.kind).toBe('order')
    const spelled = { phonenumber: '+91 98450-12345', ...door }
    expect((await buyNew(shop, spelled)).done.kind).toBe('order')
    // Two orders for this telephone are on their way.
    const other = { streetaddressline1: '9 Brigade Road' }
    expect((await buyNew(shop, other)).done).toEqual(refused)
    const another = { phonenumber: '9845099999' }
    expect((await buyNew(shop, { ...another, ...door })).done.kind).toBe('order')
    // Two orders for this door are on their way.
    const third = { phonenumber: '9845088888', streetaddressline1: '7, church street' }
    expect((await buyNew(shop, third)).done).toEqual(refused)
    expect(await shop.count('orders')).toBe(3)
  })

  test('of six who order in cash to one telephone at once two have an order (G09)', async () => {
    await using shop = await openOrders(open, { ...CASH, stock: 100 })
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, at) => buyNew(shop, { streetaddressline1: `${at} MG Road` })),
    )
    expect(all.filter(({ done }) => done.kind === 'order')).toHaveLength(2)
  })

  test('where cash takes a confirmed mail, nobody without an account pays in cash (G09)', async () => {
    await using shop = await openOrders(open)
    const { done } = await buyNew(shop)
    expect(done).toMatchObject({ refusal: { code: 'codUnconfirmed' } })
  })

  test('a payment begun without an account and ended with one is one order of it (G07)', async () => {
    await using shop = await openOrders(open)
    const { db, payments, asha } = shop
    const guest = await openGuest(db)
    await shop.put(guest.id)
    const begun = await buy(shop, guest.id)
    if (begun.kind !== 'attempt') throw new Error(begun.kind)
    const { attempt: id, orderid } = begun.attempt
    const paid = await payments.demo?.pay(orderid, 'pay')
    await mergeGuest(db, asha.id, guest.token)
    const attempt = await findAttempt(db, asha.id, id)
    if (!attempt || !paid) throw new Error('The attempt did not come along')
    const proof = { paymentId: paid.paymentId, signature: paid.signature }
    const ends = await Promise.all([
      confirmPayment(payments, attempt, proof),
      confirmPayment(payments, attempt, proof),
    ])
    await shop.work()
    expect(ends.map(({ kind }) => kind)).toEqual(['order', 'order'])
    expect(await ordersOf(db)).toMatchObject([{ user_id: asha.id, track: null }])
    expect([await shop.count('cart_item'), await shop.count('refund')]).toEqual([0, 0])
  })

  test('what was bought just before a sign-in is the account’s, and its repeat places nothing more (G07)', async () => {
    await using shop = await openOrders(open, CASH)
    const { db, payments, asha } = shop
    const guest = await openGuest(db)
    await shop.put(guest.id)
    const order = { ...BILLING, email: '', payment: 'cod' }
    const read = readCheckout(order, 'key-1', { isMailOptional: true })
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    const first = await startCheckout(payments, { id: guest.id, isGuest: true }, read.value)
    await mergeGuest(db, asha.id, guest.token)
    const again = await startCheckout(payments, { id: asha.id }, read.value)
    expect(again).toEqual(first)
    const [placed, ...more] = await ordersOf(db)
    expect([placed?.user_id, more]).toEqual([asha.id, []])
    // The link of the order still shows it.
    expect(await findTracked(db, placed?.track ?? '', Date.now())).toMatchObject({ id: placed?.id })
    expect(await isGuest(db, guest.id)).toBe(false)
  })

  test('a payment that was captured before the sign-in is found in the account (G07 T10)', async () => {
    await using shop = await openOrders(open)
    const { db, payments, asha } = shop
    const guest = await openGuest(db)
    await shop.put(guest.id)
    const begun = await buy(shop, guest.id)
    if (begun.kind !== 'attempt') throw new Error(begun.kind)
    const { attempt: id, orderid } = begun.attempt
    const paid = await payments.demo?.pay(orderid, 'pay')
    const attempt = await findAttempt(db, guest.id, id)
    if (!attempt || !paid) throw new Error('Nothing was begun')
    const proof = { paymentId: paid.paymentId, signature: paid.signature }
    const first = await confirmPayment(payments, attempt, proof)
    await mergeGuest(db, asha.id, guest.token)
    // The payment window is still open, and now asks as the account.
    const own = await findAttempt(db, asha.id, id)
    expect(own && (await confirmPayment(payments, own, proof))).toEqual(first)
    expect(await ordersOf(db)).toMatchObject([{ user_id: asha.id }])
  })

  test('an account takes its orders over once its mail is confirmed, and nobody else does (G10)', async () => {
    await using shop = await openOrders(open, CASH)
    const { db, asha } = shop
    const { guest } = await buyNew(shop, { email: asha.email.toUpperCase() })
    await buyNew(shop, { email: 'ravi@example.com' })
    const isVerified = (email_verified: boolean) =>
      db.updateTable('user').set({ email_verified }).where('id', '=', asha.id).execute()
    await isVerified(false)
    await takeOver(db, asha.id)
    expect((await ordersOf(db))[0]?.user_id).toBe(guest.id)
    await isVerified(true)
    await takeOver(db, asha.id)
    const orders = await ordersOf(db)
    expect(orders.map(({ user_id }) => user_id === asha.id)).toEqual([true, false])
    // As left by a crash between the two steps.
    await db.updateTable('attempt').set({ user_id: guest.id }).execute()
    await takeOver(db, asha.id)
    const attempts = await db
      .selectFrom('attempt')
      .select('user_id')
      .orderBy('created_at')
      .execute()
    expect(attempts.map(({ user_id }) => user_id === asha.id)).toEqual([true, false])
    await takeOver(db, guest.id)
    expect((await ordersOf(db)).filter(({ user_id }) => user_id === asha.id)).toHaveLength(1)
  })

  test('who has bought is not swept while the order is there (G06)', async () => {
    await using shop = await openOrders(open, CASH)
    const { guest } = await buyNew(shop)
    await sweep(shop.db, Date.now() + 400 * DAY_MS)
    expect((await ordersOf(shop.db))[0]?.user_id).toBe(guest.id)
  })

  test('a cart that its buyer does not come back to is removed, and nobody waits for a look at buyers (G06)', async () => {
    await using shop = await openOrders(open, CASH)
    const { db } = shop
    const { guest } = await buyNew(shop)
    const later = Date.now() + 400 * DAY_MS
    await shop.put(guest.id, 'rice')
    await sweep(db, Date.now())
    expect(await shop.count('cart_item')).toBe(1)
    await sweep(db, later)
    expect([await shop.count('cart_item'), await shop.count('orders')]).toEqual([0, 1])
    const other = openDatabase(urlOfDatabase(db))
    const looked = await other.transaction().execute(async (trx) => {
      await trx.updateTable('product').set({ brand: 'Tata' }).execute()
      return sweepGuests(db, later)
    })
    await other.destroy()
    expect(looked).toMatchObject({ user_id: guest.id })
  })

  test('who began to pay and did not is swept, and the attempt names nobody (G06)', async () => {
    await using shop = await openOrders(open, { ...CASH, stock: 100 })
    const { db } = shop
    const { guest } = await buyNew(shop, { payment: 'online' })
    const attempts = () => db.selectFrom('attempt').selectAll().execute()
    const become = (change: Partial<Selectable<AttemptTable>>) =>
      db.updateTable('attempt').set(change).execute()
    const later = Date.now() + 400 * DAY_MS
    const kept = [
      { state: 'open' },
      { state: 'lapsed' },
      { state: 'closed', outcome: 'attention' },
      { state: 'closed', outcome: 'order' },
    ] as const
    for (const change of kept) {
      await become(change)
      await sweep(db, later)
      expect(await attempts()).toMatchObject([{ user_id: guest.id, phone: BILLING.phonenumber }])
    }
    await become({ state: 'closed', outcome: 'unpaid' })
    await sweep(db, later)
    const nobody = { fullname: 'A former customer', street1: '', phone: '', email: '' }
    expect(await attempts()).toMatchObject([{ user_id: null, address_block: null, ...nobody }])
    expect(await isGuest(db, guest.id)).toBe(false)
  })

  test('whoever bought nothing is swept, however many stay before them (G06)', async () => {
    await using shop = await openOrders(open, CASH)
    const { db } = shop
    const { guest } = await buyNew(shop)
    const bought = await db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow()
    for (let at = 0; at < GUESTS_AT_ONCE + 5; at++) {
      const { id: user_id } = await openGuest(db)
      const own = { id: `a${at}`, user_id, idempotency_key: `k${at}` }
      await db
        .insertInto('attempt')
        .values({ ...bought, ...own })
        .execute()
    }
    await db.updateTable('guest').set({ seen_at: 1 }).execute()
    const { id } = await openGuest(db)
    await sweep(db, Date.now() + 400 * DAY_MS)
    expect([await isGuest(db, guest.id), await isGuest(db, id)]).toEqual([true, false])
  })

  test('a guest whose money goes back is swept once it is there (G06)', async () => {
    await using shop = await openOrders(open, CASH)
    const { db, payments } = shop
    const { guest, done } = await buyNew(shop, { payment: 'online' })
    if (done.kind !== 'attempt') throw new Error(done.kind)
    const attempt_id = done.attempt.attempt
    const now = Date.now()
    const later = now + 400 * DAY_MS
    await db
      .updateTable('attempt')
      .set({ state: 'closed', outcome: 'refunded' })
      .where('id', '=', attempt_id)
      .execute()
    const amount = { amount_paise: 100, created_at: now }
    await db
      .insertInto('payment')
      .values({
        ...{ id: 'p1', provider: payments.provider.name, provider_payment_id: 'pay_1', attempt_id },
        ...{ state: 'captured', outcome: 'refund', currency: 'INR', method: 'upi', reason: '' },
        ...{ ...amount, changed_at: now },
      })
      .execute()
    const refund = { id: 'r1', payment_id: 'p1', reason: 'late', state: 'pending' } as const
    const tries = { provider_refund_id: null, tries: 0, next_try_at: later, done_at: null }
    await db
      .insertInto('refund')
      .values({ ...refund, ...amount, ...tries })
      .execute()
    await sweep(db, later)
    expect(await isGuest(db, guest.id)).toBe(true)
    await db.updateTable('refund').set({ state: 'processed', done_at: now }).execute()
    await sweep(db, later)
    expect(await isGuest(db, guest.id)).toBe(false)
  })
})

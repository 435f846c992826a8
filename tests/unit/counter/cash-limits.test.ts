import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { deleteAccount } from '#lib/server/accounts/profile.ts'
import { DAY_MS, HOUR_MS } from '#lib/server/durations.ts'
import { UNDO_MS } from '#lib/counter/stages.ts'
import { forgetFormer } from '#lib/server/orders/forget-buyer.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { phoneKey } from '#lib/server/orders/buyer-keys.ts'
import { limitKey } from '#lib/server/http/guards/forwarded.ts'
import { addressBlock } from '#lib/server/orders/checkout/unpaid-units.ts'
import { sweep } from '#lib/server/shop/sweep.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { addUser, newShopper, openTestAccounts, PASSWORD } from '#tests/support/accounts.ts'

test('a network is what a provider gives out, and nothing of this machine', () => {
  expect(addressBlock('203.0.113.77')).toBe('203.0.113.0/24')
  expect(addressBlock('2001:db8:1:2')).toBe('2001:db8:1::/48')
  const [short, long] = ['2401:4900::5', '2401:4900:0:1::5'].map(limitKey)
  expect(addressBlock(short), 'however its zeros are written').toBe('2401:4900:0::/48')
  expect(addressBlock(long)).toBe('2401:4900:0::/48')
  for (const near of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.7',
    '172.20.0.1',
    '0:0:0:0',
    'fe80:0:0:0',
  ]) {
    expect(addressBlock(near)).toBeUndefined()
  }
  expect(addressBlock(undefined)).toBeUndefined()
})

forEachDatabase((open) => {
  test('a large order is not paid in cash, and nothing of it is held', async () => {
    await using shop = await openCounter(open, { settings: { cashLimitPaise: 14_950 * 2 } })
    await shop.put(shop.asha.id, 'dal', 3)
    const done = await shop.checkOut({ payment: 'cod' }, shop.asha)
    expect(done).toMatchObject({
      kind: 'refused',
      refusal: { code: 'codLimit', limitPaise: 29_900 },
    })
    expect([await shop.stock(), await shop.count('attempt')]).toEqual([10, 0])
  })

  test('with two cash orders on their way there is no third, until one has ended', async () => {
    await using shop = await openCounter(open)
    const first = await shop.cashOrder(1)
    await shop.cashOrder(1)
    await shop.put(shop.asha.id, 'dal', 1)
    const third = () => shop.checkOut({ payment: 'cod' }, shop.asha)
    expect(await third()).toMatchObject({ kind: 'refused', refusal: { code: 'codOpen' } })
    await shop.advance(first, 'accepted', 'packed', 'out', 'delivered')
    expect(await third()).toMatchObject({ kind: 'order' })
  })

  test('who lets orders come in vain pays the next online, but one such order is nobody’s fault', async () => {
    await using shop = await openCounter(open)
    const come = async (as: 'refused' | 'undelivered') => {
      const id = await shop.cashOrder(1)
      await shop.advance(id, 'accepted', 'packed', 'out')
      expect(
        await shop.act(id, 'end', { as, reason: 'nobody there', units: 'back' }),
      ).toMatchObject({
        ok: true,
      })
      return id
    }
    await come('refused')
    const first = await come('undelivered')
    await come('refused')
    await shop.put(shop.asha.id, 'dal', 1)
    const next = () => shop.checkOut({ payment: 'cod' }, shop.asha)
    expect(await next()).toMatchObject({ kind: 'refused', refusal: { code: 'codGuest' } })
    const long = Date.now() - 31 * DAY_MS
    await shop.db.updateTable('orders').set({ created_at: long }).where('id', '=', first).execute()
    expect(await next()).toMatchObject({ kind: 'order' })
  })

  test('who deletes an account and opens it anew has the same orders to pay (G09)', async () => {
    await using shop = await openCounter(open, { settings: { unpaidUnits: 3 } })
    const { authSecret } = shop.payments.settings
    const { accounts } = openTestAccounts(shop, { authSecret })
    const email = 'leela@example.com'
    const opened = async () => {
      const { user } = await newShopper(shop, { accounts, email })
      const confirmed = shop.db.updateTable('user').set({ email_verified: true })
      await confirmed.where('id', '=', user.id).execute()
      return user
    }
    const before = await opened()
    const first = await shop.cashOrder(1, before)
    await shop.cashOrder(1, before)
    expect(await deleteAccount(accounts, before, PASSWORD)).toEqual({ ok: true })
    const after = await opened()
    await shop.put(after.id, 'dal', 2)
    expect(await shop.checkOut({ payment: 'cod' }, after)).toMatchObject({
      refusal: { code: 'codOpen' },
    })
    expect(await shop.checkOut({}, after)).toMatchObject({ refusal: { code: 'tooManyUnits' } })
    await shop.advance(first, 'accepted', 'packed', 'out', 'delivered')
    expect(await shop.checkOut({ payment: 'cod' }, after)).toMatchObject({ kind: 'order' })
    expect(await forgetFormer(shop.db, Date.now() + UNDO_MS + 1)).toBe(1)
    const keys = shop.db.selectFrom('attempt').select('account_key')
    const left = await keys.where('account_key', 'is not', null).execute()
    expect(left, "what is over is nobody's").toHaveLength(1)
    expect(JSON.stringify(left)).not.toContain('leela')
  })

  test('orders that came in vain count for a month also after the account is deleted, and say nothing of the buyer (G09)', async () => {
    await using shop = await openCounter(open, { settings: { cashUnconfirmed: true } })
    const { accounts } = openTestAccounts(shop, { authSecret: shop.payments.settings.authSecret })
    const opened = async (email: string, isConfirmed: boolean) => {
      const { user } = await newShopper(shop, { accounts, email })
      const changed = shop.db.updateTable('user').set({ email_verified: isConfirmed })
      await changed.where('id', '=', user.id).execute()
      return user
    }
    const before = await opened('leela@example.com', true)
    const comeInVain = async (whenAway: () => Promise<unknown>) => {
      const id = await shop.cashOrder(1, before)
      await shop.advance(id, 'accepted', 'packed', 'out')
      await whenAway()
      const end = { as: 'refused', reason: 'nobody there', units: 'back' }
      expect(await shop.act(id, 'end', end)).toMatchObject({ ok: true })
    }
    await comeInVain(async () => {})
    await comeInVain(async () => {})
    // The last is on its way when the account goes.
    await comeInVain(async () => {
      expect(await deleteAccount(accounts, before, PASSWORD)).toEqual({ ok: true })
    })
    expect(await forgetFormer(shop.db, Date.now())).toBe(1)
    const keys = () =>
      shop.db
        .selectFrom('orders')
        .innerJoin('attempt', 'attempt.id', 'orders.attempt_id')
        .select(['account_key', 'phone_key', 'door_key', 'orders.phone', 'orders.street1'])
        .where('phone_key', 'is not', null)
        .execute()
    const kept = await keys()
    expect(kept).toHaveLength(3)
    for (const { account_key: account, phone_key: phone, door_key: door, ...rest } of kept) {
      expect(account).toMatch(/^[\w-]{43}$/)
      for (const key of [phone, door]) expect(key).toMatch(/^former [\w-]{43}$/)
      expect(rest).toEqual({ phone: '', street1: '' })
    }
    const again = await opened('leela@example.com', true)
    const neighbour = await opened('somebody@example.com', false)
    const refused = { kind: 'refused', refusal: { code: 'codGuest' } }
    for (const who of [again, neighbour]) {
      await shop.put(who.id, 'dal', 1)
      expect(await shop.checkOut({ payment: 'cod' }, who)).toMatchObject(refused)
    }
    const stored = { created_at: Date.now() - 30 * DAY_MS }
    await shop.db.updateTable('orders').set(stored).execute()
    await sweep(shop.db, Date.now())
    expect(await keys()).toEqual([])
    const left = shop.db.selectFrom('attempt').select('id').where('account_key', 'is not', null)
    expect(await left.execute()).toEqual([])
    expect(await shop.checkOut({ payment: 'cod' }, again)).toMatchObject({ kind: 'order' })
  })

  test('cash takes a confirmed mail, unless the shop says otherwise', async () => {
    await using shop = await openCounter(open)
    const { db, asha, payments } = shop
    await db.updateTable('user').set({ email_verified: false }).where('id', '=', asha.id).execute()
    await shop.put(asha.id)
    const order = () => shop.checkOut({ payment: 'cod' }, asha)
    expect(await order()).toMatchObject({ kind: 'refused', refusal: { code: 'codUnconfirmed' } })
    payments.settings.cashUnconfirmed = true
    expect(await order()).toMatchObject({ kind: 'order' })
  })

  test('who is not confirmed is counted by telephone and door too, whatever their accounts (G09)', async () => {
    await using shop = await openCounter(open, { settings: { cashUnconfirmed: true } })
    const order = async () => {
      const user = await addUser(shop.db)
      const unconfirmed = shop.db.updateTable('user').set({ email_verified: false })
      await unconfirmed.where('id', '=', user.id).execute()
      await shop.put(user.id)
      return shop.checkOut({ payment: 'cod' }, user)
    }
    const done = [await order(), await order(), await order()]
    expect(done.map(({ kind }) => kind)).toEqual(['order', 'order', 'refused'])
    expect(done[2]).toMatchObject({ refusal: { code: 'codGuest' } })
  })

  test('the hold of an account without a confirmed mail is shorter', async () => {
    await using shop = await openCounter(open)
    const { db, asha } = shop
    const held = async () => {
      const { hold_until: until, created_at: at } = await db
        .selectFrom('attempt')
        .select(['hold_until', 'created_at'])
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      return until - at
    }
    await shop.put(asha.id)
    await shop.attempt()
    expect(await held()).toBe(900_000)
    const stranger = await addUser(db)
    await db
      .updateTable('user')
      .set({ email_verified: false })
      .where('id', '=', stranger.id)
      .execute()
    await shop.put(stranger.id)
    await shop.attempt(stranger)
    expect(await held()).toBe(300_000)
  })

  test('one account cannot keep the shelf from the others without paying', async () => {
    await using shop = await openCounter(open, { settings: { unpaidUnits: 5 } })
    await shop.cashOrder(3)
    await shop.put(shop.asha.id, 'dal', 3)
    const more = await shop.checkOut({}, shop.asha)
    expect(more).toEqual({ kind: 'refused', refusal: { code: 'tooManyUnits', units: 5 } })
    expect(await shop.stock()).toBe(7)
    const answer = await callsOn(shop).call('POST /api/checkout', shop.asha, BILLING)
    const { msg } = z.object({ msg: z.string() }).parse(await answer.json())
    expect(msg).toMatch(/at most 5 items.* Please order less, or pay/)
  })

  test('an account that nobody has confirmed orders a quarter of that in cash, and the whole online if its network counts', async () => {
    await using shop = await openCounter(open, {
      settings: { unpaidUnits: 8, cashUnconfirmed: true },
    })
    const stranger = await addUnconfirmed(shop)
    await shop.put(stranger.id, 'dal', 3)
    const cash = { payment: 'cod' }
    const refusal = { code: 'codUnits', units: 2 }
    expect(await shop.checkOut(cash, stranger)).toEqual({ kind: 'refused', refusal })
    expect(await shop.checkOut({}, stranger)).toEqual({
      ...{ kind: 'refused', refusal: { code: 'unconfirmedUnits', units: 2 } },
    })
    const block = '203.0.113.0/24'
    expect(await shop.checkOut({}, stranger, block)).toMatchObject({ kind: 'attempt' })
    const thrifty = await addUnconfirmed(shop)
    await shop.put(thrifty.id, 'dal', 2)
    expect(await shop.checkOut(cash, thrifty)).toMatchObject({ kind: 'order' })
    expect(await shop.stock()).toBe(5)
  })

  test('strangers of one network together cannot either; another network can, and the owner reads of it', async () => {
    await using shop = await openCounter(open, { settings: { unpaidUnitsBlock: 5 } })
    const warnings: unknown[] = []
    shop.payments.log.warn = (about: unknown) => warnings.push(about)
    const from = async (block: string | undefined) => {
      const user = await addUnconfirmed(shop)
      await shop.put(user.id, 'dal', 2)
      return (await shop.checkOut({}, user, block)).kind
    }
    const block = '203.0.113.0/24'
    const three = await Promise.all([from(block), from(block), from(block)])
    expect(three.sort()).toEqual(['attempt', 'attempt', 'refused'])
    expect([await from('198.51.100.0/24'), await from(undefined)]).toEqual(['attempt', 'attempt'])
    expect(await shop.stock()).toBe(2)
    expect(await from(block)).toBe('refused')
    expect(warnings, 'once an hour').toEqual([{ network: block }])
    shop.clock.ahead = HOUR_MS
    expect([await from(block), warnings.length]).toEqual(['refused', 2])
    shop.payments.settings.unpaidUnitsBlock = 1
    expect(await from('2001:db8:1::/48')).toBe('refused')
    expect(warnings.at(-1), 'this may be one household').toEqual({})
  })

  test('who has confirmed a mail or a phone is not refused for strangers behind the same carrier, nor they for them', async () => {
    await using shop = await openCounter(open, {
      settings: { unpaidUnitsBlock: 2, messages: 'sms' },
    })
    const block = '203.0.113.0/24'
    const checkOut = async (user: SignedInUser, quantity: number, payment: string) => {
      await shop.put(user.id, 'dal', quantity)
      return (await shop.checkOut({ payment }, user, block)).kind
    }
    const caller = await addUnconfirmed(shop)
    const proof = { user_id: caller.id, phone_key: phoneKey(BILLING.phonenumber), hash: '' }
    await shop.db
      .insertInto('phone_code')
      .values({ ...proof, tries: 0, sent_at: 1, proven_at: 1 })
      .execute()
    expect(await checkOut(caller, 3, 'cod')).toBe('order')
    expect(await checkOut(shop.asha, 2, 'cod')).toBe('order')
    expect(await checkOut(await addUnconfirmed(shop), 2, 'online')).toBe('attempt')
    const next = await addUnconfirmed(shop)
    expect(await checkOut(next, 1, 'online')).toBe('refused')
    expect(await checkOut(await addUser(shop.db), 1, 'online')).toBe('attempt')
  })

  test('confirmed accounts are cheap, so those of one network have a bound too; who had an order delivered passes it, and strangers keep their share', async () => {
    await using shop = await openCounter(open, { stock: 20, settings: { unpaidUnitsBlock: 2 } })
    await shop.advance(await shop.cashOrder(1), 'accepted', 'packed', 'out', 'delivered')
    const checkOut = async (user: SignedInUser, quantity: number, block = '203.0.113.0/24') => {
      await shop.put(user.id, 'dal', quantity)
      const done = await shop.checkOut({}, user, block)
      return done.kind === 'refused' ? done.refusal.code : done.kind
    }
    const account = (quantity: number) => async () => checkOut(await addUser(shop.db), quantity)
    const [three, two] = [account(3), account(2)]
    const done = [await three(), await three(), await three(), await two()]
    expect(done).toEqual(['attempt', 'attempt', 'networkFull', 'attempt'])
    expect(await checkOut(shop.asha, 3)).toBe('attempt')
    expect(await checkOut(await addUnconfirmed(shop), 2)).toBe('attempt')
    expect(await checkOut(await addUser(shop.db), 1, '198.51.100.0/24')).toBe('attempt')
  })
})

/** Somebody who has just signed up. */
async function addUnconfirmed({ db }: Pick<CounterShop, 'db'>): Promise<SignedInUser> {
  const user = await addUser(db)
  await db.updateTable('user').set({ email_verified: false }).where('id', '=', user.id).execute()
  return user
}

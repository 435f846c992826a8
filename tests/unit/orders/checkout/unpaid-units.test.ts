import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { HOUR_MS } from '#lib/server/durations.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { phoneKey } from '#lib/server/orders/buyer-keys.ts'
import { limitKey } from '#lib/server/http/guards/forwarded.ts'
import { addressBlock } from '#lib/server/orders/checkout/unpaid-units.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { addUser } from '#tests/support/accounts.ts'

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

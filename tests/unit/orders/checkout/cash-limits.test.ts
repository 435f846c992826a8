import { expect, test } from 'vitest'
import { deleteAccount } from '#lib/server/accounts/profile.ts'
import { DAY_MS } from '#lib/server/durations.ts'
import { UNDO_MS } from '#lib/counter/stages.ts'
import { forgetFormer } from '#lib/server/orders/forget-buyer.ts'
import { sweep } from '#lib/server/shop/sweep.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { addUser, newShopper, openTestAccounts, PASSWORD } from '#tests/support/accounts.ts'

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
})

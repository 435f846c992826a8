import { expect, test } from 'vitest'
import { endOtherSessions, endOwnSession } from '#lib/server/accounts/sessions.ts'
import { changePassword } from '#lib/server/accounts/profile.ts'
import { openSession } from '#lib/server/accounts/sign-in.ts'
import { type SignedInUser, identify } from '#lib/server/accounts/session.ts'
import { newOrderHandler } from '#lib/server/counter/notices.ts'
import { pushHandler } from '#lib/server/counter/push-order.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { subscribeDevice } from '#lib/server/push/subscriptions.ts'
import { sweep } from '#lib/server/shop/sweep.ts'
import { cookieOf, newShopper, openTestAccounts, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { callerOf } from '#tests/support/orders/orders-shop.ts'
import { openPushService } from '#tests/support/outside/push-service.ts'

const CALL = { headers: new Headers(), address: undefined, requestId: 'r1' }

/** A shop whose Ravi is signed in at the desk on a computer, and on a phone that rings for new orders. */
async function openShopWithPhone(open: () => Promise<TestDatabase>) {
  const shop = await openCounter(open)
  const { db, payments } = shop
  const service = await openPushService()
  const { accounts } = openTestAccounts(shop)
  const { user: computer } = await newShopper(shop, { accounts })
  await db.updateTable('user').set({ roles: 'staff' }).where('id', '=', computer.id).execute()
  const signInAgain = async (): Promise<SignedInUser & { cookie: string }> => {
    const cookie = cookieOf(await openSession(accounts, computer.id, CALL))
    const { user } = await identify(accounts, new Headers({ cookie }))
    if (!user) throw new Error('Not signed in')
    return { ...user, cookie }
  }
  const phone = await signInAgain()
  await subscribeDevice(db, phone, service.subscription, 1)
  /** What the phone shows when Asha has ordered. */
  const shown = async () => {
    await shop.paidOrder(1)
    const settings = { publicUrl: new URL('http://localhost:4321'), orderWebhookUrl: undefined }
    const handlers = {
      'new-order': newOrderHandler(payments, settings),
      push: pushHandler(payments, settings),
    }
    for (const kind of ['new-order', 'push']) {
      const jobs = await db.selectFrom('job').selectAll().where('kind', '=', kind).execute()
      for (const job of jobs) await performJob(handlers, job)
      await db.deleteFrom('job').where('kind', '=', kind).execute()
    }
    return service.calls.splice(0).map(({ text }) => text)
  }
  const close = async () => {
    await service[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  }
  const { subscription } = service
  return {
    shop,
    accounts,
    computer,
    phone,
    signInAgain,
    shown,
    subscription,
    [Symbol.asyncDispose]: close,
  }
}

forEachDatabase((open) => {
  test.each([
    'end its session in the list',
    'end all other sessions',
    'choose a new password',
    'sign out on it',
  ])('a lost phone is told of no more orders once its owners %s (A28 A23)', async (way) => {
    await using lost = await openShopWithPhone(open)
    const { shop, accounts, computer, phone } = lost
    expect(await lost.shown()).toEqual([expect.stringContaining('Asha')])
    if (way === 'end its session in the list') {
      expect(await endOwnSession(accounts, shop.asha, phone.sessionId), 'not theirs').toBe(false)
      expect(await lost.shown()).toHaveLength(1)
      expect(await endOwnSession(accounts, computer, phone.sessionId)).toBe(true)
    } else if (way === 'end all other sessions') {
      expect(await endOtherSessions(accounts, computer)).toEqual({ ended: 1, silenced: 1 })
    } else if (way === 'choose a new password') {
      const change = { old: PASSWORD, next: 'jackfruit by the river', areOthersKept: false }
      const done = await changePassword(accounts, computer, change)
      expect(done).toMatchObject({ ok: true, value: { silenced: 1 } })
    } else {
      const { call, close } = callerOf(shop)
      const headers = { cookie: phone.cookie }
      expect((await call('POST /api/user/signout', phone, {}, { headers })).status).toBe(200)
      await close()
    }
    expect(await lost.shown()).toEqual([])
  })

  test('ending other sessions leaves this device its bell (A28)', async () => {
    await using lost = await openShopWithPhone(open)
    await endOtherSessions(lost.accounts, lost.phone)
    expect(await lost.shown()).toHaveLength(1)
  })

  test('a phone whose session ran out rings without a name until it is at the desk again (A28)', async () => {
    await using lost = await openShopWithPhone(open)
    const { db } = lost.shop
    const past = new Date(Date.now() - 1000)
    const { sessionId } = lost.phone
    await db.updateTable('session').set({ expires_at: past }).where('id', '=', sessionId).execute()
    const before = await lost.shown()
    await sweep(db, Date.now())
    const texts = [...before, ...(await lost.shown())]
    expect(texts).toHaveLength(2)
    for (const text of texts) {
      expect(text).toContain('Sign in at the desk')
      expect(text).not.toMatch(/Asha|Bengaluru|560|₹/)
    }
    await subscribeDevice(db, await lost.signInAgain(), lost.subscription, 2)
    expect(await lost.shown()).toEqual([expect.stringContaining('Asha')])
  })
})

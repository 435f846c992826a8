import { createECDH } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { newOrderHandler } from '#lib/server/counter/notices.ts'
import { pushHandler } from '#lib/server/counter/push-order.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { encrypt } from '#lib/server/push/encrypt.ts'
import { subscribeDevice, unsubscribeDevice } from '#lib/server/push/subscriptions.ts'
import { publicKeyOf, vapidKey } from '#lib/server/push/vapid.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { callerOf } from '#tests/support/orders/orders-shop.ts'
import { openPushService } from '#tests/support/outside/push-service.ts'
import { newShopper } from '#tests/support/accounts.ts'

const SETTINGS = { publicUrl: new URL('http://localhost:4321'), orderWebhookUrl: undefined }

/** Somebody at the desk, signed in on a device of theirs. */
async function addStaff(shop: CounterShop) {
  const { user } = await newShopper(shop)
  await shop.db.updateTable('user').set({ roles: 'staff' }).where('id', '=', user.id).execute()
  return { ...user, isStaff: true }
}

const jobsOf = ({ db }: CounterShop, kind: string) =>
  db.selectFrom('job').selectAll().where('kind', '=', kind).execute()

/** Runs each job of a kind so many times, as after crashes, and removes it. @throws what a job fails with */
async function work(shop: CounterShop, kind: 'new-order' | 'push', times: number) {
  const handlers = {
    'new-order': newOrderHandler(shop.payments, SETTINGS),
    push: pushHandler(shop.payments, SETTINGS),
  }
  for (const job of await jobsOf(shop, kind)) {
    for (let time = 0; time < times; time++) await performJob(handlers, job)
    await shop.db.deleteFrom('job').where('id', '=', job.id).execute()
  }
}

const subscribed = async ({ db }: CounterShop) =>
  (await db.selectFrom('push_subscription').select('id').execute()).length

test('a message is encrypted as the example of the standard is (RFC 8291)', () => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
  const receiver = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const body = encrypt('When I grow up, I want to be a watermelon', receiver, { keys, salt })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

forEachDatabase((open) => {
  test('each device of the desk is told of a new order once, in words that it alone can read', async () => {
    await using shop = await openCounter(open)
    await using service = await openPushService()
    const staff = await addStaff(shop)
    await subscribeDevice(shop.db, staff, service.subscription, 1)
    await subscribeDevice(shop.db, staff, service.subscription, 2)
    const { number } = await shop.order(await shop.cashOrder(1))
    await work(shop, 'new-order', 2)
    await work(shop, 'push', 1)
    expect([service.faults, service.calls.length]).toEqual([[], 1])
    const [call] = service.calls
    expect(call).toMatchObject({ topic: number, ttl: '3600', subject: 'mailto:shop@example.com' })
    expect(JSON.parse(call?.text ?? '')).toMatchObject({
      title: `New order ${number}: ₹149.50`,
      path: `/desk/orders/${number}`,
    })
  })

  test('a device that is gone is forgotten, and one whose service is down is tried again', async () => {
    await using shop = await openCounter(open)
    await using service = await openPushService([503, 410])
    const staff = await addStaff(shop)
    await subscribeDevice(shop.db, staff, service.subscription, 1)
    await shop.cashOrder(1)
    await work(shop, 'new-order', 1)
    await expect(work(shop, 'push', 1)).rejects.toThrow('503')
    expect(await subscribed(shop)).toBe(1)
    await work(shop, 'push', 1)
    expect(await subscribed(shop)).toBe(0)
  })

  test('who is no longer at the desk is told nothing, and the key of the shop stays', async () => {
    await using shop = await openCounter(open)
    await using service = await openPushService()
    const staff = await addStaff(shop)
    await subscribeDevice(shop.db, staff, service.subscription, 1)
    await shop.db.updateTable('user').set({ roles: '' }).where('id', '=', staff.id).execute()
    await shop.cashOrder(1)
    await work(shop, 'new-order', 1)
    expect(await jobsOf(shop, 'push')).toEqual([])
    const keys = await Promise.all([vapidKey(shop.db), vapidKey(shop.db)])
    expect(new Set(keys.map(publicKeyOf)).size).toBe(1)
    await unsubscribeDevice(shop.db, shop.asha.id, service.subscription.endpoint)
    expect(await subscribed(shop)).toBe(1)
    await unsubscribeDevice(shop.db, staff.id, service.subscription.endpoint)
    expect(await subscribed(shop)).toBe(0)
  })
})

test('a browser of the desk subscribes by the key of the shop, at a push service and nowhere else', async () => {
  await using shop = await openCounter(openSqlite)
  const staff = await addStaff(shop)
  const { call, close } = callerOf(shop)
  onTestFinished(close)
  const keys = { p256dh: publicKeyOf(await vapidKey(shop.db)), auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
  const at = (endpoint: string) => call('POST /api/desk/push', staff, { endpoint, ...keys })
  expect(await (await call('GET /api/desk/push', staff)).json()).toEqual({ key: keys.p256dh })
  for (const elsewhere of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
  ]) {
    expect((await at(elsewhere)).status, elsewhere).toBe(400)
  }
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  expect((await at(endpoint)).status).toBe(200)
  expect(await subscribed(shop)).toBe(1)
  expect((await call('POST /api/desk/push/forget', staff, { endpoint })).status).toBe(200)
  expect(await subscribed(shop)).toBe(0)
  for (const who of [undefined, shop.asha]) {
    expect((await call('GET /api/desk/push', who)).status).toBe(404)
    expect((await call('POST /api/desk/push/forget', who, { endpoint })).status).toBe(404)
  }
})

import { request } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/lib/server/database/database.ts'
import { type JobRunner, runNextJob } from '../../src/lib/server/jobs/run-job.ts'
import { webhookHandler } from '../../src/lib/server/orders/webhooks.ts'
import type { Payments } from '../../src/lib/server/payments/payments.ts'
import { forEachDatabase, openSqlite } from './database.ts'
import { openServer } from './http-front.ts'
import { openPaidShop } from './payment-faults.ts'

function runnerOf(payments: Payments, owner: string, now = Date.now): JobRunner {
  return {
    ...{ db: payments.db, owner, leaseMs: 30_000, now, onStep() {}, onFailure() {} },
    handlers: { webhook: webhookHandler(payments) },
  }
}

forEachDatabase((open) => {
  test('F32 F08 two servers, one dies in the middle of a webhook: the other does it, once', async () => {
    await using shop = await openPaidShop(open)
    const other = openDatabase(shop.url)
    try {
      await shop.put(shop.asha.id)
      const { orderid } = await shop.attempt()
      const { payment } = shop.standIn.pay(orderid)
      const { raw, signature, eventId } = shop.standIn.webhook('payment.captured', payment)
      await shop.webhook(raw, signature, eventId)
      const dying = runnerOf(shop.payments, 'dying')
      const { promise: never } = Promise.withResolvers<never>()
      let isAtWork = () => {}
      const begun = new Promise<void>((resolve) => (isAtWork = resolve))
      // Its process is gone: the work never ends, and nobody lengthens the lease.
      const hung = { ...dying, handlers: { webhook: () => (isAtWork(), never) } }
      void runNextJob(hung)
      await begun
      const second = shop.secondServer(other)
      const later = () => Date.now() + 35_000
      const done = await Promise.all([
        runNextJob(runnerOf(second, 'b', later)),
        runNextJob(runnerOf(shop.payments, 'c', later)),
      ])
      expect(done).toContain(true)
      expect([await shop.count('orders'), (await shop.mails()).length]).toEqual([1, 1])
    } finally {
      await other.destroy()
    }
  })

  test('A10 a fault in any statement of an order undoes all of it', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const { proof } = shop.standIn.pay(orderid)
    const tables = ['orders', 'order_item', 'order_event', 'stock_movement', 'job', 'payment']
    for (const table of tables) {
      await sql`alter table ${sql.table(table)} rename to away`.execute(shop.db)
      await expect(shop.confirm(attempt, proof)).rejects.toThrow()
      await sql`alter table away rename to ${sql.table(table)}`.execute(shop.db)
      expect([await shop.count('orders'), await shop.count('payment')]).toEqual([0, 0])
      expect([await shop.count('cart_item'), await shop.stock()]).toEqual([1, 9])
    }
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
  })

  test('F37 the connection is cut while an order is made: asked again, there is one', async () => {
    await using shop = await openPaidShop(open)
    if (!shop.url.startsWith('postgres')) return
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const { proof } = shop.standIn.pay(orderid)
    const cut = {
      ...shop.payments,
      step(step: string) {
        if (step !== 'kp:order-tx-open') return
        const killer = openDatabase(shop.url)
        void sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
          .execute(killer)
          .finally(() => killer.destroy())
      },
    }
    const first = await shop.confirm(attempt, proof, shop.asha, cut).catch(() => 'cut')
    const second = await shop.confirm(attempt, proof)
    expect(second).toMatchObject({ kind: 'order' })
    if (first !== 'cut') expect(first).toEqual(second)
    expect([await shop.count('orders'), (await shop.mails()).length]).toEqual([1, 1])
  })
})

test('F34 another process holds the write lock for a while: the order waits for it, pages do not', async () => {
  await using shop = await openPaidShop(openSqlite)
  await shop.put(shop.asha.id)
  const { attempt, orderid } = await shop.attempt()
  const { proof } = shop.standIn.pay(orderid)
  const blocker = new DatabaseSync(shop.url)
  blocker.exec('begin immediate')
  const release = pause(1500).then(() => blocker.exec('rollback'))
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const [confirmed] = await Promise.all([shop.confirm(attempt, proof), release])
  clearInterval(watch)
  blocker.close()
  expect(confirmed).toMatchObject({ kind: 'order' })
  expect(longest).toBeLessThan(1000)
})

test('F34 the lock is held for longer: DatabaseBusy, which is a 503, and nothing is half done', async () => {
  await using shop = await openPaidShop(openSqlite)
  await shop.put(shop.asha.id)
  const blocker = new DatabaseSync(shop.url)
  blocker.exec('begin immediate')
  await expect(shop.begin()).rejects.toThrow('busy')
  blocker.exec('rollback')
  blocker.close()
  expect([await shop.count('attempt'), await shop.stock()]).toEqual([0, 10])
  await shop.attempt()
}, 20_000)

test('H6 P3 a webhook comes to the app byte by byte as it was sent, up to 256 KiB', async () => {
  const seen: number[] = []
  await using server = await openServer(async (request) => {
    seen.push((await request.arrayBuffer()).byteLength)
    return Response.json({})
  })
  const text = ` {"not": json ${'x'.repeat(200_000)}`
  const answer = await raw(server.port, server.host, text)
  expect(answer).toBe(200)
  expect(seen).toEqual([Buffer.byteLength(text)])
  expect(await raw(server.port, server.host, 'x'.repeat(256 * 1024 + 1))).toBe(413)
  expect(seen).toHaveLength(1)
})

/** `fetch` does not let its caller say which Host it means. */
function raw(port: number, host: string, body: string): Promise<number | undefined> {
  const headers = { host, 'content-type': 'application/json' }
  const path = '/api/webhooks/razorpay'
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end(body)
  })
}

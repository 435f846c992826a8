import { request } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { type Job, queueJob } from '#lib/server/jobs/queue.ts'
import { type JobRunner, runNextJob } from '#lib/server/jobs/run-job.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import { isOutage } from '#lib/server/http/failures.ts'
import { webhookHandler } from '#lib/server/orders/payment/webhooks.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { forEachDatabase, openPostgres, openSqlite } from '#tests/support/databases/database.ts'
import { beatsPerSecond } from '#tests/support/heartbeat.ts'
import { openServer } from '#tests/support/http-front.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { PostgresProxy } from '#tests/support/outside/postgres-proxy.ts'

/** Queues a job, as a change does in its transaction. */
const queue = (db: Db, payload: { paymentId: string }) =>
  db.transaction().execute((trx) => queueJob(trx, 'demo-webhook', payload))

function runnerFor(db: Db, owner: string, leaseMs = 30_000): JobRunner {
  const others = new UnchangedTimer()
  const nobody = { onStep() {}, onFailure() {} }
  return { ...{ db, owner, now: Date.now, handlers: {}, leaseMs, others }, ...nobody }
}

const runnerOf = (payments: Payments, owner: string, leaseMs?: number): JobRunner => ({
  ...runnerFor(payments.db, owner, leaseMs),
  handlers: { webhook: webhookHandler(payments) },
})
/** So short a lease shows soon that its owner is gone. */
const SHORT_MS = 200

forEachDatabase((open) => {
  test('two servers, one dies in the middle of a webhook: the other does it, once (F32 F08)', async () => {
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
      // Its process is gone: the work never ends, and the lease is not renewed.
      const hung = { ...dying, handlers: { webhook: () => (isAtWork(), never) } }
      void runNextJob(hung)
      await begun
      const second = shop.secondServer(other)
      const others = [runnerOf(second, 'b', SHORT_MS), runnerOf(shop.payments, 'c', SHORT_MS)]
      const look = () => Promise.all(others.map(runNextJob))
      await expect.poll(look).toContain(true)
      expect([await shop.count('orders'), (await shop.mails()).length]).toEqual([1, 1])
    } finally {
      await other.destroy()
    }
  })

  test('a job whose process died at it waits behind those that nobody has tried (F08)', async () => {
    await using shop = await open()
    const { promise: never } = Promise.withResolvers<never>()
    const done: string[] = []
    const note = ({ payload }: Job<'demo-webhook'>) =>
      Promise.resolve(void done.push(payload.paymentId))
    const dying = { 'demo-webhook': () => never }
    const runner = { ...runnerFor(shop.db, 'dying'), handlers: dying }
    await queue(shop.db, { paymentId: 'first' })
    void runNextJob(runner)
    const isTaken = async () =>
      (await shop.db.selectFrom('job').select('attempts').executeTakeFirst())?.attempts === 1
    await expect.poll(isTaken).toBe(true)
    await queue(shop.db, { paymentId: 'second' })
    const next = {
      ...runnerFor(shop.db, 'next', SHORT_MS),
      handlers: { 'demo-webhook': note },
    }
    await expect.poll(async () => (await runNextJob(next), done)).toEqual(['second', 'first'])
  })

  test('a process that stood still does no job twice at once (F08)', async () => {
    await using shop = await open()
    const { promise: end, resolve } = Promise.withResolvers<void>()
    let begun = 0
    const handlers = { 'demo-webhook': () => (begun++ === 0 ? end : Promise.resolve()) }
    const runner = { ...runnerFor(shop.db, 'a', SHORT_MS), handlers }
    await queue(shop.db, { paymentId: 'first' })
    const first = runNextJob(runner)
    await expect.poll(() => begun).toBe(1)
    expect(await runNextJob(runner)).toBe(false)
    // Nothing runs meanwhile, not even what renews the lease.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * SHORT_MS)
    expect(await runNextJob(runner)).toBe(false)
    resolve()
    expect([await first, begun]).toEqual([true, 1])
  })

  test('a clock set forward or back has nobody else take a job that is under way (F45 F08)', async () => {
    await using shop = await open()
    const { promise: end, resolve } = Promise.withResolvers<void>()
    let begun = 0
    const handlers = { 'demo-webhook': () => (begun++, end) }
    await queue(shop.db, { paymentId: 'first' })
    const first = runNextJob({ ...runnerFor(shop.db, 'a'), handlers })
    await expect.poll(() => begun).toBe(1)
    for (const jumpMs of [3600_000, 24 * 3600_000, -3600_000, -24 * 3600_000]) {
      const now = () => Date.now() + jumpMs
      const other = { ...runnerFor(shop.db, 'b'), handlers, now }
      expect([await runNextJob(other), await runNextJob(other)]).toEqual([false, false])
    }
    resolve()
    expect([await first, begun]).toEqual([true, 1])
  })

  test('a fault in any statement of an order undoes all of it (A10)', async () => {
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
})

/** A shop with a payment, on PostgreSQL behind a network that breaks. */
async function openBehindProxy() {
  const shop = await openPostgres()
  const proxy = await PostgresProxy.open(shop.url)
  const db = openDatabase(proxy.url)
  const paid = await openPaidShop(() =>
    Promise.resolve({
      ...{ ...shop, db, url: proxy.url },
      async [Symbol.asyncDispose]() {
        await db.destroy()
        await proxy[Symbol.asyncDispose]()
        await shop[Symbol.asyncDispose]()
      },
    }),
  )
  await paid.put(paid.asha.id)
  const { attempt, orderid } = await paid.attempt()
  const { proof } = paid.standIn.pay(orderid)
  return { ...paid, proxy, confirm: () => paid.confirm(attempt, proof) }
}

type Behind = Awaited<ReturnType<typeof openBehindProxy>>

/** Expects that nothing was done twice or only half. */
async function expectOneOrder(shop: Behind): Promise<void> {
  expect(await shop.confirm()).toMatchObject({ kind: 'order' })
  expect([await shop.count('orders'), await shop.count('payment')]).toEqual([1, 1])
  expect([(await shop.mails()).length, await shop.stock()]).toEqual([1, 9])
}

/** Breaks the connection once, at the first query that contains the text. */
function breakAt(shop: Behind, text: string, fault: 'cut' | 'lost'): () => number {
  let seen = 0
  shop.proxy.onSent = (sent) => (sent.includes(text) && seen++ === 0 ? fault : 'pass')
  return () => seen
}

test('the connection is cut in the middle of an order: it is made anew, once (F37)', async () => {
  await using shop = await openBehindProxy()
  const tries = breakAt(shop, 'insert into "order_item"', 'cut')
  expect(await shop.confirm()).toMatchObject({ kind: 'order' })
  expect(tries()).toBe(2)
  await expectOneOrder(shop)
})

test('the connection is cut at COMMIT: nobody knows, so it is not repeated by itself (F37)', async () => {
  await using shop = await openBehindProxy()
  const tries = breakAt(shop, 'commit', 'cut')
  await expect(shop.confirm()).rejects.toThrow()
  expect([tries(), await shop.count('orders'), await shop.count('payment')]).toEqual([1, 0, 0])
  await expectOneOrder(shop)
})

test('the answer to COMMIT is lost: the write is not repeated, asked again there is one (F37)', async () => {
  await using shop = await openBehindProxy()
  const tries = breakAt(shop, 'commit', 'lost')
  await expect(shop.confirm()).rejects.toThrow()
  expect([tries(), await shop.count('orders'), await shop.count('payment')]).toEqual([1, 1, 1])
  await expectOneOrder(shop)
})

test('PostgreSQL is started anew: the pool is back at once (F37)', async () => {
  await using shop = await openBehindProxy()
  await Promise.all(Array.from({ length: 5 }, () => shop.count('orders')))
  shop.proxy.cutAll()
  await expect.poll(() => shop.count('orders').catch(() => 'away')).toBe(0)
  await expectOneOrder(shop)
})

test('nothing comes through for a while: the order is made once, when it does again (F37)', async () => {
  await using shop = await openBehindProxy()
  let isDark = false
  shop.proxy.onSent = (sent) => {
    if (isDark || !sent.includes('insert into "orders"')) return 'pass'
    isDark = true
    setTimeout(shop.proxy.openBlackHole(), 1000)
    return 'pass'
  }
  expect(await shop.confirm()).toMatchObject({ kind: 'order' })
  expect(isDark).toBe(true)
  await expectOneOrder(shop)
})

test('the network goes dark for good in the middle of an order: soon it is made (F37)', async () => {
  await using shop = await openBehindProxy()
  await Promise.all(Array.from({ length: 8 }, () => shop.count('orders')))
  let isDark = false
  shop.proxy.onSent = (sent) => {
    if (isDark || !sent.includes('insert into "orders"')) return 'pass'
    isDark = true
    // Breaks all existing connections; new ones get through.
    shop.proxy.openBlackHole()
    return 'pass'
  }
  const start = performance.now()
  expect(await shop.confirm()).toMatchObject({ kind: 'order' })
  expect(isDark).toBe(true)
  // The wait is 1.5 s of silence and two probes, 0.7 s apart.
  expect(performance.now() - start).toBeLessThan(15_000)
  await expectOneOrder(shop)
})

test('the network goes dark for good under many questions: all are soon answered anew (F37)', async () => {
  await using shop = await openBehindProxy()
  const askTen = () => Promise.all(Array.from({ length: 10 }, () => shop.count('orders')))
  await askTen()
  // Half of the connections are in use at that moment, and the others are idle.
  const asked = Array.from({ length: 5 }, () => shop.count('orders').catch(() => 'away'))
  shop.proxy.openBlackHole()
  const start = performance.now()
  await expect
    .poll(() => askTen().catch(() => 'away'), { timeout: 15_000 })
    .toEqual(Array(10).fill(0))
  expect(performance.now() - start).toBeLessThan(15_000)
  await Promise.all(asked)
})

test('a server that vanishes in the middle of a checkout holds others for seconds, not for good (F37 F33)', async () => {
  await using shop = await openPaidShop(openPostgres)
  const vanishing = openDatabase(shop.url)
  const { promise: never } = Promise.withResolvers<never>()
  const { promise: isHolding, resolve } = Promise.withResolvers<void>()
  const gone = vanishing.transaction().execute(async (trx) => {
    await trx.updateTable('product').set({ stock: 1 }).where('id', '=', 'dal').execute()
    resolve()
    return never
  })
  gone.catch(() => {})
  await isHolding
  await shop.put(shop.asha.id)
  const start = performance.now()
  expect(await shop.begin()).toMatchObject({ kind: 'attempt' })
  expect(performance.now() - start).toBeLessThan(30_000)
  expect(await shop.stock()).toBe(9)
})

test('another process holds the write lock for a while: the order waits for it, pages do not (F34)', async () => {
  await using shop = await openPaidShop(openSqlite)
  await shop.put(shop.asha.id)
  const { attempt, orderid } = await shop.attempt()
  const { proof } = shop.standIn.pay(orderid)
  const blocker = new DatabaseSync(shop.url)
  blocker.exec('begin immediate')
  const release = pause(1500).then(() => blocker.exec('rollback'))
  const beats = await beatsPerSecond(async () => {
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
    await release
  })
  blocker.close()
  expect(beats).toBeGreaterThan(20)
})

test('the lock is held for longer: DatabaseBusy after five seconds, no page waits, and nothing is half done (F34)', async () => {
  await using shop = await openPaidShop(openSqlite)
  await shop.put(shop.asha.id)
  const blocker = new DatabaseSync(shop.url)
  blocker.exec('begin immediate')
  const beats = await beatsPerSecond(() =>
    expect(shop.begin()).rejects.toThrow('The database is busy'),
  )
  blocker.exec('rollback')
  blocker.close()
  expect(beats).toBeGreaterThan(20)
  expect([await shop.count('attempt'), await shop.stock()]).toEqual([0, 10])
  await shop.attempt()
})

test('the disk fills up while an order is made: nothing is half done, and with room it is made once (F35 A10)', async () => {
  await using shop = await openPaidShop(openSqlite)
  await shop.put(shop.asha.id)
  const { attempt, orderid } = await shop.attempt()
  const { proof } = shop.standIn.pay(orderid)
  // First no further pages are allowed; then the room in the existing ones is filled.
  await sql`pragma max_page_count = 1`.execute(shop.db)
  const fillUp = async (length: number) => {
    for (;;) await queue(shop.db, { paymentId: 'x'.repeat(length) })
  }
  for (const length of [3000, 300, 1]) await expect(fillUp(length)).rejects.toThrow('full')
  await expect(shop.confirm(attempt, proof)).rejects.toSatisfy(isOutage)
  expect([await shop.count('orders'), await shop.count('payment')]).toEqual([0, 0])
  expect([await shop.count('cart_item'), await shop.stock()]).toEqual([1, 9])
  await sql`pragma max_page_count = 1000000`.execute(shop.db)
  expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
  expect([await shop.count('orders'), (await shop.mails()).length]).toEqual([1, 1])
})

test('a webhook comes to the app byte by byte as it was sent, up to 256 KiB (H6 P3)', async () => {
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

/** A POST with a Host of its own, which `fetch` does not allow. */
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

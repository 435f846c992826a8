import { MS, withBudget } from './budget.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '#lib/server/database/schema.ts'
import { confirmPayment } from '#lib/server/orders/payment/confirm-payment.ts'
import { findAttempt } from '#lib/server/orders/attempts.ts'
import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openTestPayments } from '#tests/support/orders/checkout-shop.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { onBoth, openMigrated } from './database.ts'

const AT_ONCE = 8
/** The budget of any write beside heavy work (beside.ts). */
const MOST_MS = 100

/**
 * Times checkouts with a demo payment, and then placing the orders (from a valid payment proof to
 * the answer), with the orders a second.
 */
export async function benchOrders(count = 1000): Promise<void> {
  await onBoth(async ({ name, url }) => {
    const db = await openMigrated(url)
    await fillShop(db, count)
    const payments = openTestPayments(db)
    const { demo } = payments
    if (!demo) throw new Error('No demo gateway')
    const read = readCheckout(BILLING, undefined)
    if (!read.ok) throw new Error('The form is wrong')
    const proofs: { id: string; attempt: string; paymentId: string; signature: string }[] = []
    const checkouts = await measure(count, async (at) => {
      const id = `buyer-${at}`
      const user = { id, name: id, email: `${id}@example.com` }
      const checkout = await startCheckout(payments, user, read.value)
      if (checkout.kind !== 'attempt') throw new Error(JSON.stringify(checkout))
      const paid = await demo.pay(checkout.attempt.orderid, 'pay')
      if (paid) proofs.push({ id, attempt: checkout.attempt.attempt, ...paid })
    })
    const orders = await measure(count, async (at) => {
      const proof = proofs[at]
      const attempt = proof && (await findAttempt(db, proof.id, proof.attempt))
      if (!proof || !attempt) throw new Error('No attempt')
      const confirmed = await confirmPayment(payments, attempt, proof)
      if (confirmed.kind !== 'order') throw new Error(confirmed.kind)
    })
    console.log(`${name}: checkout and demo payment ${checkouts}`)
    console.log(`${name}: placing the order ${orders}`)
    await db.destroy()
  })
}

async function measure(count: number, work: (at: number) => Promise<void>): Promise<string> {
  const ms: number[] = []
  let next = 0
  const start = performance.now()
  const lane = async () => {
    for (let at = next++; at < count; at = next++) {
      const from = performance.now()
      await work(at)
      ms.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const seconds = (performance.now() - start) / 1000
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  const p95 = withBudget(at(0.95), { most: MOST_MS }, MS)
  return `${(count / seconds).toFixed(0)} a second, ${AT_ONCE} at once; p50 ${at(0.5).toFixed(1)} ms, p95 ${p95}`
}

async function fillShop(db: Db, count: number): Promise<void> {
  const rows = Array.from({ length: 50 }, (_, at) =>
    productRow({ number: at + 1, id: `p${at}`, price_paise: 1000 + at, stock: 1_000_000 }),
  )
  await fill(db, ['staples'], rows)
  const now = new Date()
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < count; at++) {
      const id = `buyer-${at}`
      const times = { created_at: now, updated_at: now }
      const user = { id, name: id, email: `${id}@example.com`, image: null, phone: '', ...times }
      await trx
        .insertInto('user')
        .values({ ...user, email_verified: true })
        .execute()
      await trx.insertInto('cart').values({ user_id: id, revision: 1 }).execute()
      const items = [0, 1, 2].map((line) => {
        const product = (at * 3 + line) % 50
        const item = { id: randomUUID(), user_id: id, product_id: `p${product}`, choice: '' }
        const seen_price_paise = 1000 + product
        return { ...item, quantity: 2, seen_price_paise, created_at: line, changed_at: 1 }
      })
      await trx.insertInto('cart_item').values(items).execute()
    }
  })
}

import { expect, test } from 'vitest'
import { productRow } from '#tests/support/catalogue-rows.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { lineWishField } from '#lib/checkout/billing-fields.ts'
import { readOrderLines } from '#lib/server/orders/order-lines.ts'
import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

/** Orders dal and rice, each with its own wish. @returns the wish kept for each product */
async function orderWith(shop: CounterShop, rice: string, all?: string) {
  const { db, asha } = shop
  await shop.put(asha.id, 'dal', 2)
  await shop.put(asha.id, 'rice', 1)
  const lines = await db
    .selectFrom('cart_item')
    .select(['id', 'product_id'])
    .where('user_id', '=', asha.id)
    .execute()
  const riceLine = lines.find((line) => line.product_id === 'rice')?.id ?? ''
  const wishes = { [lineWishField(riceLine)]: rice, ...(all !== undefined && { ifmissing: all }) }
  const done = await shop.checkOut({ payment: 'cod', ...wishes }, asha)
  if (done.kind !== 'order') throw new Error(done.kind)
  return done.orderId
}
const wishesOf = async (shop: CounterShop, id: string) => {
  const rows = await shop.db
    .selectFrom('order_item')
    .select(['product_id', 'if_missing'])
    .where('order_id', '=', id)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.product_id, row.if_missing]))
}

/** Adds a cheaper dal with the green mark, and an egg with the brown one. */
async function stockOthers({ db }: CounterShop) {
  const others = [
    productRow({ number: 3, id: 'moong', sku: 'MOONG', price_paise: 12_000, stock: 9, veg: 'veg' }),
    productRow({ number: 4, id: 'egg', sku: 'EGG', price_paise: 900, stock: 9, veg: 'nonveg' }),
  ]
  await db.insertInto('product').values(others).execute()
  await db.updateTable('product').set({ veg: 'veg' }).where('id', '=', 'dal').execute()
}

forEachDatabase((open) => {
  test('what is wished for a line where it is missing goes before what is wished for all', async () => {
    await using shop = await openCounter(open)
    const first = await orderWith(shop, 'leave', 'similar')
    expect(await wishesOf(shop, first)).toEqual({ dal: 'similar', rice: 'leave' })
    const second = await orderWith(shop, '')
    expect(await wishesOf(shop, second)).toEqual({ dal: 'call', rice: 'call' })
    const odd = { ...BILLING, [lineWishField('x')]: 'whatever' }
    expect(readCheckout(odd, undefined)).toMatchObject({ ok: false })
  })

  test('a payment that goes on keeps the wish that was said last', async () => {
    await using shop = await openCounter(open)
    await shop.put(shop.asha.id, 'dal', 1)
    const pay = async (wish: string) => {
      const begun = await shop.checkOut({ ifmissing: wish }, shop.asha)
      if (begun.kind !== 'attempt') throw new Error(begun.kind)
      return begun.attempt
    }
    const { attempt } = await pay('leave')
    const again = await pay('similar')
    expect(again.attempt).toBe(attempt)
    const lines = await shop.db.selectFrom('attempt_line').select('if_missing').execute()
    expect(lines).toEqual([{ if_missing: 'similar' }])
  })

  test('something else is brought only as the buyer agreed, never across the green mark, never dearer', async () => {
    await using shop = await openCounter(open)
    await stockOthers(shop)
    const bring = async (id: string, more: Record<string, string>) => {
      const lines = await readOrderLines(shop.db, id)
      const position = lines.find((line) => line.product_id === 'dal')?.position
      return shop.act(id, 'line', { position, quantity: '0', instead: 'MOONG', ...more })
    }
    const call = await orderWith(shop, 'leave')
    expect(await bring(call, {})).toEqual({ ok: false, error: 'notAgreed' })
    expect(await bring(call, { agreed: 'yes' })).toMatchObject({ ok: true })
    const similar = await orderWith(shop, 'leave', 'similar')
    expect(await bring(similar, { instead: 'EGG' })).toEqual({ ok: false, error: 'veg' })
    expect(await bring(similar, { count: '3' })).toMatchObject({ ok: true })
    const items = await shop.db
      .selectFrom('order_item')
      .select(['product_id', 'price_paise', 'quantity'])
      .where('order_id', '=', similar)
      .where('replaces', 'is not', null)
      .execute()
    // At 120 rupees each, three would cost more than two at 149.50.
    expect(items).toEqual([{ product_id: 'moong', price_paise: 9966, quantity: 3 }])
    const { reduced_paise: off } = await shop.order(similar)
    expect(off).toBe(2 * 14_950 - 3 * 9966)
    expect([await shop.stock(), await shop.stock('moong')]).toEqual([6, 4])
  })
})

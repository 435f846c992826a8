import { expect, test } from 'vitest'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { Order } from '#lib/checkout/order.ts'
import { listBought } from '#lib/server/orders/bought.ts'
import { readCart } from '#lib/server/shopper/cart/read-cart.ts'
import { orders as ordersCommand } from '#lib/server/cli/orders/orders.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openOrders } from '#tests/support/orders/orders-shop.ts'

forEachDatabase((open) => {
  test('an order can be bought again, as far as there is stock, and called off until it is packed', async () => {
    await using shop = await openOrders(open)
    const { asha, call, db } = shop
    await shop.put(asha.id, 'dal', 2)
    await shop.put(asha.id, 'rice')
    const placed = await call('POST /api/checkout', asha, {
      ...BILLING,
      payment: 'cod',
      idempotencykey: 'k1',
    })
    const { order }: { order: Order } = await placed.json()
    const again = await call('POST /api/checkout', asha, {
      ...BILLING,
      payment: 'cod',
      idempotencykey: 'k1',
    })
    expect(await again.json()).toMatchObject({ order: { _id: order._id } })
    const params = { id: order._id }
    const bought = await listBought(db, asha.id, 9)
    expect(bought.map(({ id }) => id).toSorted()).toEqual(['dal', 'rice'])
    expect(await listBought(db, asha.id, 1)).toHaveLength(1)
    expect(await listBought(db, '', 9)).toEqual([])
    await db.updateTable('product').set({ stock: 1 }).where('id', '=', 'dal').execute()
    expect(
      await (await call('POST /api/orders/[id]/reorder', asha, {}, { params })).json(),
    ).toMatchObject({
      ...{ added: 1, fewer: 1, missing: 0 },
      msg: 'The products are in your cart, some in smaller quantities than you ordered; please check them.',
    })
    const units = async () =>
      (await readCart(db, asha.id)).lines
        .toSorted((one, other) => one.productId.localeCompare(other.productId))
        .map(({ productId, quantity }) => `${quantity} ${productId}`)
    expect(await units()).toEqual(['1 dal', '1 rice'])
    for (const key of ['again', 'again']) {
      const sent = await call(
        'POST /api/orders/[id]/reorder',
        asha,
        { idempotencykey: key },
        { params },
      )
      expect(await sent.json()).toMatchObject({ added: 1, fewer: 0, missing: 1 })
      expect(await units()).toEqual(['1 dal', '2 rice'])
    }
    const taken = await call(
      'POST /api/orders/[id]/reorder',
      asha,
      { idempotencykey: 'again' },
      { params: { id: 'x' } },
    )
    expect([taken.status, await units()]).toEqual([404, ['1 dal', '2 rice']])
    await db
      .updateTable('cart_item')
      .set({ quantity: 99 })
      .where('product_id', '=', 'rice')
      .execute()
    const full = await call('POST /api/orders/[id]/reorder', asha, {}, { params })
    expect([full.status, (await full.json()).msg]).toEqual([
      409,
      'Your cart already has as many of these products as can be ordered right now.',
    ])
    await db.updateTable('orders').set({ status: 'packed' }).execute()
    expect((await call('POST /api/orders/[id]/cancel', asha, {}, { params })).status).toBe(409)
    await db.updateTable('orders').set({ status: 'confirmed' }).execute()
    expect(
      await (await call('POST /api/orders/[id]/cancel', asha, {}, { params })).json(),
    ).toMatchObject({
      order: { status: 'cancelled' },
    })
    expect(await listBought(db, asha.id, 9)).toEqual([])
    expect(await shop.stock()).toBe(3)
    expect((await call('POST /api/orders/[id]/cancel', asha, {}, { params })).status).toBe(200)
    expect(await shop.stock()).toBe(3)
  })

  test('the owner lists, shows, moves and refunds orders on the command line', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id)
    const begun: AttemptAnswer = await (await call('POST /api/checkout', asha, BILLING)).json()
    const proof = await (
      await call('POST /api/demo/pay', asha, { attempt: begun.attempt, action: 'pay' })
    ).json()
    const made: { order: Order } = await (await call('POST /api/orders/create', asha, proof)).json()
    const { number } = made.order
    let isAll = false
    const run = async (...args: string[]) => {
      const out: string[] = []
      const settings = { ...readSettings({}), databaseUrl: shop.url }
      const terminal = {
        out: (text: string) => out.push(text),
        err: (text: string) => out.push(text),
        isTerminal: false,
        hasColours: false,
        columns: 80,
      }
      const flags = {
        all: isAll,
        json: true,
        dryRun: false,
        replace: false,
        skipInvalid: false,
        stockMode: 'ask' as const,
        texts: {},
      }
      const code = await ordersCommand({
        settings,
        args,
        path: args[0],
        flags,
        terminal,
        build: async () => {},
      })
      return { code, text: out.join('') }
    }
    expect(JSON.parse((await run('list')).text)).toMatchObject({
      orders: [{ order: number, status: 'confirmed', amount: 149.5 }],
    })
    expect(JSON.parse((await run('show', number)).text)).toMatchObject({
      order: { items: [{ title: 'Toor Dal' }] },
    })
    expect(JSON.parse((await run('advance', number)).text)).toMatchObject({
      order: { status: 'packed' },
    })
    await expect(run('refund', number)).rejects.toThrow('or --all')
    isAll = true
    expect((await run('refund', number)).code).toBe(0)
    expect(await shop.count('refund')).toBe(1)
    isAll = false
    expect((await run('show', 'K404')).code).toBe(1)
  })
})

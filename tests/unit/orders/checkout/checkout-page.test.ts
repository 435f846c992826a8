import { expect, test } from 'vitest'
import { inTransaction } from '#lib/server/database/database.ts'
import { addToCart } from '#lib/server/shopper/cart/change-cart.ts'
import { readCart } from '#lib/server/shopper/cart/read-cart.ts'
import { settlePayment } from '#lib/server/orders/settle-payment.ts'
import { startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import { openPages } from '#tests/support/desk-pages.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { openCheckout } from '#tests/support/orders/checkout-shop.ts'
import { importText } from '#tests/support/lists/import-files.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'

/** A shop with its pages as shoppers see them, where only who is signed in may buy. */
async function openScreens(open: () => Promise<TestDatabase>, stock: number | null = 10) {
  const shop = await openPages(await openCheckout(open, { stock }), { cartGate: 'signin' })
  const show = (path: string, user = shop.asha) => shop.show(path, user)
  const visit = (path: string) => shop.show(path)
  /** Starts to pay for the cart. */
  const attempt = async (change: Partial<typeof BILLING> = {}) => {
    const request = {
      billing: { ...BILLING, note: '', ...change },
      seenPaise: undefined,
      isCod: false,
    }
    const more = { key: undefined, hash: '' }
    const begun = await startCheckout(shop.payments, shop.asha, { ...request, ...more })
    if (begun.kind !== 'attempt') throw new Error(begun.kind)
    return begun.attempt
  }
  return { ...shop, show, visit, attempt }
}

forEachDatabase((open) => {
  test('a price that changed since it was chosen is said, and confirmed by paying (I6 F30)', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id, 'dal', 2, 12_000)
    const { text } = await shop.show('/checkout')
    expect(text).toContain('Price changed from ₹120 to ₹149.50')
    expect(text).toContain('Confirm and pay ₹299')
  })

  test('the total that was seen before stands beside that of now (F30)', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id, 'dal', 2)
    const { text } = await shop.show('/checkout?seen=250.50')
    expect(text).toContain('The total changed from ₹250.50 to ₹299.')
    const { text: same } = await shop.show('/checkout?seen=299')
    expect(same).not.toContain('has changed')
  })

  test('the MRP of what is ordered stands beside it, but not the price before a sale (E30)', async () => {
    await using shop = await openScreens(open)
    await importText(
      shop,
      'sku,name,category,price,oldprice,weight,saleprice\n' +
        'A,Atta,Atta,100,120,,80\nB,Besan,Atta,50,,,40\nC,Chana,Atta,,,1 kg=60/75|2 kg=110,|90\n',
    )
    const add = (productId: string, weight?: string) => {
      const choice = weight === undefined ? {} : { weight }
      return inTransaction(shop.db, async (trx) => {
        return {
          ok: true,
          value: await addToCart(trx, shop.asha.id, { productId, choice, quantity: 1 }),
        }
      })
    }
    for (const id of ['atta', 'besan']) await add(id)
    for (const pack of ['1 kg', '2 kg']) await add('chana', pack)
    const { text } = await shop.show('/checkout')
    expect(text).toContain('Atta x 1 MRP ₹120 ')
    expect(text).toContain('1 kg · ₹60 / kg · MRP ₹75 ')
    expect(text.match(/MRP/g)).toHaveLength(2)
  })

  test('the total says what GST it includes, as the bill will; where none is collected, that all is included (P23)', async () => {
    await using shop = await openScreens(open, 1)
    const { db, asha } = shop
    for (const product of ['dal', 'rice']) await shop.put(asha.id, product)
    const totalOf = async (seller: Record<string, unknown>) => {
      const json = JSON.stringify({ name: 'Sharma Stores', ...seller })
      await db.updateTable('shop').set({ json }).execute()
      return / Total ₹ ?[\d.]+ (.*?) (?:Change|Not part)/.exec(
        (await shop.show('/checkout')).text,
      )?.[1]
    }
    await db.updateTable('product').set({ gst_percent: 5 }).where('id', '=', 'dal').execute()
    await db.updateTable('product').set({ gst_percent: 18 }).where('id', '=', 'rice').execute()
    const gstin = '29AAACS1234F1ZP'
    expect(await totalOf({ gstin })).toBe('Includes GST of ₹14.74')
    expect(await totalOf({ gstin, composition: true })).toBe('All taxes included')
    expect(await totalOf({})).toBe('All taxes included')
    await db.updateTable('product').set({ stock: 0 }).where('id', '=', 'dal').execute()
    expect(await totalOf({ gstin }), 'of what can be ordered alone').toBe('Includes GST of ₹7.62')
  })

  test('what is out of stock is told before paying, and nothing can be paid (F29)', async () => {
    await using shop = await openScreens(open, 1)
    await shop.put(shop.asha.id, 'dal', 2)
    await shop.put(shop.asha.id, 'rice', 1)
    const { html, text } = await shop.show('/checkout')
    expect(text).toContain('Toor Dal x 2 Only 1 left')
    expect(text).toContain('To order the rest, please change your cart first.')
    expect(text).not.toContain('confirm it below')
    expect(html).not.toContain('data-pay=')
  })

  test('the cart says already whether the shop delivers to a PIN code', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id)
    expect((await shop.show('/cart')).text).not.toContain('Do we deliver to you?')
    await shop.db
      .insertInto('delivery_pin')
      .values([{ prefix: '5600' }])
      .execute()
    expect((await shop.show('/cart?pin=560001')).text).toContain(
      'Yes, we deliver to 560001 Bengaluru.',
    )
    expect((await shop.show('/cart?pin=411001')).text).toContain(
      'We do not deliver to 411001 Pune yet.',
    )
    expect((await shop.show('/cart?pin=4110')).text).toContain('a PIN code of 6 digits')
  })

  test('the form begins with the country that the shop delivers to', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id)
    expect((await shop.show('/checkout')).html).toMatch(/name="country"[^>]*value="India"/)
    const json = JSON.stringify({ name: 'Sharma Stores', countries: ['Nepal', 'Bhutan'] })
    await shop.db.updateTable('shop').set({ json }).execute()
    expect((await shop.show('/checkout')).html).toMatch(/name="country"[^>]*value="Nepal"/)
  })

  test('an order without an email leaves that of the account in the next form (S-083)', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id)
    await shop.attempt({ email: '', fullname: 'Asha of the last order' })
    const { html } = await shop.show('/checkout')
    expect(html).toMatch(/name="fullname"[^>]*value="Asha of the last order"/)
    expect(html).toMatch(new RegExp(`name="email"[^>]*value="${shop.asha.email}"`))
  })

  test('who began to pay the last unit sees their own hold, not an empty shelf (T18 F04)', async () => {
    await using shop = await openScreens(open, 1)
    await shop.put(shop.asha.id)
    await shop.attempt()
    const { text } = await shop.show('/checkout')
    expect(text).toContain('We are holding these products for you until')
    expect(text).toContain('You have already started to pay. ₹149.50 has not been paid yet.')
    expect(text).toContain('Checkout: continue paying ₹149.50')
  })

  test('what one’s own checkout holds counts as there, whether a line grows or is added to (F04)', async () => {
    await using shop = await openScreens(open, 10)
    const { db, asha } = shop
    await shop.put(asha.id, 'dal', 6)
    await shop.attempt()
    expect(await shop.stock()).toBe(4)
    const add = (quantity: number) =>
      inTransaction(db, async (trx) => {
        const addition = { productId: 'dal', choice: {}, quantity }
        return { ok: true, value: await addToCart(trx, asha.id, addition) }
      })
    expect(await add(3)).toMatchObject({ value: { result: 'added' } })
    expect(await add(2)).toEqual({ ok: true, value: { result: 'onlyLeft', left: 10 } })
    const [line] = (await readCart(db, asha.id)).lines
    expect(line).toMatchObject({ quantity: 9, stock: 10, state: 'ok' })
  })

  test('who paid while the browser was gone is led to the order by a reload (F05 T10)', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    await shop.payments.demo?.pay(orderid, 'pay')
    expect(await shop.show('/checkout')).toMatchObject({ status: 303, location: '/orders' })
    expect(await shop.count('orders')).toBe(1)
    expect((await shop.show('/orders')).text).toContain('confirmed')
  })

  test('who lost the network and comes back after the webhook is led to the order (F10 T10)', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const paid = await shop.payments.demo?.pay(orderid, 'pay')
    const payment = { id: paid?.paymentId ?? '', orderId: orderid, amountPaise: 14_950 }
    const state = { state: 'captured' as const, currency: 'INR', method: 'demo', reason: '' }
    await settlePayment(shop.payments, { ...payment, ...state, refundedPaise: 0 })
    expect(await shop.show('/checkout')).toMatchObject({ status: 303, location: '/orders' })
    shop.clock.ahead = 3_600_000
    expect((await shop.show('/checkout')).text).toContain('Your Cart is currently Empty!')
  })

  test('money that is on its way is being checked, and cannot be paid again (T10 F20)', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    await shop.payments.demo?.pay(orderid, 'slow')
    const { html, text } = await shop.show('/checkout')
    expect(text).toContain(
      'We have your payment. Your order is being placed. Please do not pay again',
    )
    expect(html).not.toContain('action="/api/checkout"')
    expect((await shop.show('/orders')).text).toContain(
      'We have your payment of ₹149.50 and are placing your order.',
    )
  })

  test('a payment that became no order is told with its amount (I2 F18)', async () => {
    await using shop = await openScreens(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const paid = await shop.payments.demo?.pay(orderid, 'pay')
    await settlePayment(shop.payments, {
      ...{ id: paid?.paymentId ?? '', orderId: orderid, state: 'captured', amountPaise: 14_949 },
      ...{ refundedPaise: 0, currency: 'INR', method: 'demo', reason: '' },
    })
    for (const path of ['/checkout', '/orders']) {
      const { text } = await shop.show(path)
      expect(text).toContain('We could not place the order for which you paid ₹149.49.')
    }
  })

  test('the screens of buying ask a visitor to sign in and lead back (S-085 S-086)', async () => {
    await using shop = await openScreens(open)
    for (const path of ['/checkout', '/orders', '/orders/x', '/orders/x/invoice']) {
      const { location } = await shop.visit(path)
      expect(location).toBe(`/signin?next=${encodeURIComponent(path)}`)
    }
  })
})

test('a form that asks who somebody is leads to the page on privacy, where the shop has one (G39)', async () => {
  await using shop = await openScreens(openSqlite)
  await shop.put(shop.asha.id)
  const leading = async () => {
    const open = ['/', '/contact', '/signin', '/signup'].map((path) => shop.visit(path))
    const shown = await Promise.all([...open, shop.show('/checkout')])
    return shown.map(({ html }) => /href="\/privacy">\s*What we keep and why/.test(html))
  }
  expect(await leading()).toEqual([false, false, false, false, false])
  const page = { kind: 'page' as const, id: 'privacy', title: 'Privacy', is_shown: 1 as const }
  const texts = { description: 'What we keep', body: 'Little.', published_on: null }
  await shop.db
    .insertInto('content_page')
    .values({ ...page, ...texts, changed_at: 1 })
    .execute()
  expect(await leading()).toEqual([true, true, true, true, true])
})

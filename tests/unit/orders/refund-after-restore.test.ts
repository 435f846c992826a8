import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'
import { openCounter, OWNER } from '#tests/support/orders/counter-shop.ts'
import { asked, HOUR, refuseRefund } from '#tests/support/orders/refused-refund.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

forEachDatabase((open) => {
  test('after a restore the owner can record a refund by hand again before the provider is asked for it (P15 E10)', async () => {
    await using shop = await openCounter(open)
    const { id, give } = await refuseRefund(shop)
    shop.standIn.always = undefined
    const unasked = await shop.paidOrder(1)
    await shop.act(unasked, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
    const { number } = await shop.order(id)
    const folder = join(newFolder(), 'copy')
    expect((await shopOver(shop, 'backup', folder)).code).toBe(0)
    await give('cash', 'handed to Asha')

    await using target = await open()
    await target.db.destroy()
    const { code, out } = await shopOver(target, 'restore', folder)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`had refused refunds of ${number}. If`),
    ])
    await using db = openDatabase(target.url)
    const restored = { ...shop.payments, db }
    const calls = asked(shop)
    for (const minutes of [0, 1, 10, 55]) {
      shop.clock.ahead = minutes * 60_000
      await doRefunds(restored)
    }
    expect(asked(shop), 'within the hour').toBe(calls)
    const refund = (await showOrder(db, id, shop.payments.now()))?.refunds[0]?.id ?? ''
    const said = { refund, how: 'cash', reference: 'handed to Asha' }
    expect(await actOnOrder(restored, OWNER, id, 'elsewhere', said)).toMatchObject({ ok: true })
    for (const hours of [2, 30]) {
      shop.clock.ahead = hours * HOUR
      await doRefunds(restored)
    }
    expect(
      shop.standIn.refunds.map(({ amount }) => amount),
      'only the other',
    ).toEqual([14_950])
  })

  test('what a refund in the dashboard leaves of a refused one is not asked for sooner after a restore (P15 P16)', async () => {
    await using shop = await openCounter(open)
    const { id } = await refuseRefund(shop)
    const folder = join(newFolder(), 'copy')
    await shopOver(shop, 'backup', folder)
    shop.standIn.always = undefined
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    shop.standIn.refundByHand(payment, 10_000)
    await using target = await open()
    await target.db.destroy()
    await shopOver(target, 'restore', folder)
    await using db = openDatabase(target.url)
    const restored = { ...shop.payments, db }
    const calls = asked(shop)
    for (const minutes of [0, 1, 10, 55]) {
      shop.clock.ahead = minutes * 60_000
      await reconcile(restored)
    }
    const { refunds } = (await showOrder(db, id, shop.payments.now())) ?? {}
    expect(refunds).toMatchObject([{ amount_paise: 19_900 }])
    expect(asked(shop), 'within the hour').toBe(calls)
    shop.clock.ahead = 2 * HOUR
    await reconcile(restored)
    expect(shop.standIn.refunds.map(({ amount }) => amount)).toEqual([10_000, 19_900])
  })

  test('a refusal from before a restore proves nothing: the form warns, and the next error is no refusal (P15 E10)', async () => {
    await using shop = await openCounter(open)
    const { id } = await refuseRefund(shop)
    shop.standIn.always = undefined
    const failed = await shop.paidOrder(1)
    await shop.act(failed, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
    await shop.db
      .updateTable('refund')
      .set({ state: 'failed', refused_at: Date.now() })
      .where('amount_paise', '=', 14_950)
      .execute()
    const shown = async (of: typeof shop.db) => {
      const orders = await Promise.all(
        [id, failed].map((one) => showOrder(of, one, shop.payments.now())),
      )
      return orders.flatMap((one) =>
        (one?.refunds ?? []).map((refund) => [refund.canGiveElsewhere, refund.isUnsure]),
      )
    }
    const SURE = [true, false]
    expect(await shown(shop.db)).toEqual([SURE, SURE])
    const folder = join(newFolder(), 'copy')
    await shopOver(shop, 'backup', folder)
    await using target = await open()
    await target.db.destroy()
    await shopOver(target, 'restore', folder)
    await using db = openDatabase(target.url)
    const UNSURE = [true, true]
    expect(await shown(db)).toEqual([UNSURE, UNSURE])
    shop.standIn.always = { kind: 'status', status: 400 }
    shop.clock.ahead = 2 * HOUR
    await doRefunds({ ...shop.payments, db })
    expect(await shown(db)).toEqual([[false, false], UNSURE])
  })

  test('what the provider was asked since the backup is not known: an error is no refusal then (P15)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.paidOrder(2)
    await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
    const folder = join(newFolder(), 'copy')
    await shopOver(shop, 'backup', folder)
    await using target = await open()
    await target.db.destroy()
    await shopOver(target, 'restore', folder)
    await using db = openDatabase(target.url)
    shop.standIn.always = { kind: 'status', status: 400 }
    shop.clock.ahead = 2 * HOUR
    await doRefunds({ ...shop.payments, db })
    const { refunds } = (await showOrder(db, id, shop.payments.now())) ?? {}
    expect(refunds).toMatchObject([{ canGiveElsewhere: false, tries: 1 }])
  })
})

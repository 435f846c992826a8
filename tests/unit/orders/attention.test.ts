import { expect, test } from 'vitest'
import { runShop } from '#lib/server/cli/run.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { listAttention, needAttention } from '#lib/server/orders/attention.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/database.ts'

async function run(shop: TestDatabase, ...args: string[]) {
  const done = { code: -1, out: '' }
  const terminal = {
    out: (text: string) => void (done.out += text),
    err: (text: string) => void (done.out += text),
    isTerminal: false,
    columns: 80,
  }
  const isPostgres = shop.url.startsWith('postgres')
  const env = { DATA_DIR: shop.dataDir, ...(isPostgres && { DATABASE_URL: shop.url }) }
  done.code = await runShop(args, env, terminal, async () => {})
  return done
}

forEachDatabase((open) => {
  test('what needed attention stays on the list until the owner has settled it', async () => {
    await using shop = await open()
    const about = { provider: 'razorpay', paymentRef: 'pay_1', detail: 'order_9 is not ours' }
    for (const paymentRef of ['pay_1', 'pay_2']) {
      await inTransaction(shop.db, async (trx) => {
        await needAttention(trx, 'unknown order', { ...about, paymentRef }, Date.now())
        return { ok: true, value: undefined }
      })
    }
    expect(await run(shop, 'orders', 'settle', 'pay_1')).toEqual({
      code: 0,
      out: 'The payment pay_1 is off the list.\n',
    })
    expect(await listAttention(shop.db)).toMatchObject([{ payment: 'pay_2' }])
    expect(await run(shop, 'orders', 'settle', 'pay_1')).toEqual({
      code: 1,
      out: 'Nothing of the payment pay_1 needs attention.\n',
    })
    expect((await run(shop, 'orders', 'settle')).code).toBe(2)
  })
})

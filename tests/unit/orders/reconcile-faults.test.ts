import { expect, test } from 'vitest'
import { watchPayments } from '#lib/server/orders/payment/reconcile.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

/** Of these, each of the loops makes dozens. */
const LOOKS = 150

forEachDatabase((open) => {
  test('a database that fails at each try is logged once until it is well again (F35)', async () => {
    await using shop = await openPaidShop(open)
    const lines: string[] = []
    const ignore = () => {}
    const error = ({ err }: { err: unknown }) => void lines.push(String(err))
    const { now } = shop.payments
    let looks = 0
    Object.assign(shop.payments, {
      log: { info: ignore, warn: ignore, error },
      now: () => {
        looks += 1
        return now()
      },
      settings: { ...shop.payments.settings, reconcileMs: 40 },
    })
    const rename = (from: string, to: string) =>
      shop.db.schema.alterTable(from).renameTo(to).execute()
    const looksGoOn = () => {
      const before = looks
      return expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(before + LOOKS)
    }
    await rename('attempt', 'away')
    const stop = watchPayments(shop.payments)
    await looksGoOn()
    const first = lines.length
    expect(first).toBeGreaterThan(0)
    expect(new Set(lines).size).toBe(first)
    await rename('away', 'attempt')
    await looksGoOn()
    await rename('attempt', 'away')
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThan(first)
    await stop()
    await rename('away', 'attempt')
  })
})

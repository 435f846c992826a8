import { expect, onTestFinished, test, vi } from 'vitest'
import type { Waiting } from '#lib/counter/waiting.ts'
import { Ring } from '#lib/server/counter/ring.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'

forEachDatabase((open) => {
  test('the bell is told of a new order within two seconds', async () => {
    await using shop = await openCounter(open)
    const told: Waiting[] = []
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(new Ring(shop.db).listen((waiting) => told.push(waiting)))
    const placed = shop.db.selectFrom('orders').select('number')
    const id = await shop.cashOrder(1)
    const { number } = await placed.where('id', '=', id).executeTakeFirstOrThrow()
    await vi.advanceTimersByTimeAsync(2000)
    // The time is over; what was asked of the database by then may take as long as it likes.
    vi.useRealTimers()
    await expect.poll(() => told.at(-1)).toEqual({ waiting: 1, newest: number })
  })
})

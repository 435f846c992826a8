import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase, retryWhileLocked } from '#lib/server/database/database.ts'
import { expect } from '#tests/browser/test.ts'

const DAY_MS = 86_400_000

/**
 * Lets a test say how long the payment takes that a page of the demo gateway is about to begin: one
 * that is slow is kept on its way from `hold` on, and has arrived after `end`.
 */
export async function slowPayment(page: Page, dataDir = process.env['BROWSER_TEST_DIR'] ?? '') {
  const receipt = await page.getByRole('definition').nth(2).textContent()
  const captureAt = async (at: number): Promise<number> => {
    const db = openDatabase(join(dataDir, 'shop.db'))
    const order = db.selectFrom('demo_order').select('id').where('receipt', '=', receipt)
    const change = db
      .updateTable('demo_payment')
      .set({ capture_at: at })
      .where('order_id', 'in', order)
      .where('status', '=', 'authorized')
    try {
      const { numUpdatedRows } = await retryWhileLocked(() => change.executeTakeFirstOrThrow())
      return Number(numUpdatedRows)
    } finally {
      await db.destroy()
    }
  }
  return {
    /** To be called right after it was begun. */
    hold: () => expect.poll(() => captureAt(Date.now() + DAY_MS)).toBe(1),
    end: () => captureAt(0),
  }
}

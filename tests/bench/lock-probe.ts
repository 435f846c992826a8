// A shopper in a thread of its own, who takes one product off the shelf again and again, and is asked how long
// that took at worst: whoever holds the lock, it is told to nobody else.
import { parentPort, workerData } from 'node:worker_threads'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseBusy, inTransaction, openDatabase } from '#lib/server/database/database.ts'

const PAUSE_MS = 3

const { url, sku } = workerData as { url: string; sku: string }
const db = openDatabase(url)
let waits: number[] = []
parentPort?.on('message', () => {
  parentPort?.postMessage(waits)
  waits = []
})
const buy = () =>
  inTransaction(db, async (trx) => {
    await trx
      .updateTable('product')
      .set((eb) => ({ stock: eb('stock', '-', 0) }))
      .where('sku', '=', sku)
      .execute()
    return { ok: true, value: undefined }
  })
for (;;) {
  const start = performance.now()
  // Who is refused has waited as well, and would be told to come again.
  await buy().catch((error: unknown) => {
    if (!(error instanceof DatabaseBusy)) throw error
  })
  waits.push(performance.now() - start)
  await pause(PAUSE_MS)
}

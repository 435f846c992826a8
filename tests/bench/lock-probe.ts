// A shopper in a thread of its own: writes to one product again and again, and reports on request
// how long each write took. Whatever holds the lock, its time shows here.
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
  // A write that gave up as busy has waited as well; the shopper would be told to try again.
  await buy().catch((error: unknown) => {
    if (!(error instanceof DatabaseBusy)) throw error
  })
  waits.push(performance.now() - start)
  await pause(PAUSE_MS)
}

import { openDatabase } from '#lib/server/database/database.ts'
import { fillEmptyDatabase } from './fill.ts'
import type { FillNews, FillOrder } from './fill-in-child.ts'
import { errorText } from '#lib/server/errors.ts'

// The parent process has ended: nobody waits for what is not committed yet.
process.on('disconnect', () => process.exit(1))
process.once('message', (order: FillOrder) => {
  void fill(order).then((news) => process.send?.(news, () => process.disconnect()))
})

async function fill({ databaseUrl, ...settings }: FillOrder): Promise<FillNews> {
  const db = openDatabase(databaseUrl)
  try {
    await fillEmptyDatabase(settings, db, {
      onProgress: (progress) => process.send?.({ progress }),
    })
    return { isFilled: true }
  } catch (error) {
    return { fault: errorText(error) }
  } finally {
    await db.destroy()
  }
}

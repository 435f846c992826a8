import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS } from '#lib/server/durations.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { isEnded, isLivingHere, processName } from '#lib/server/process-name.ts'
import type { ImportedProduct } from '#lib/server/import/read/product/product.ts'

/** Rows per transaction: short ones let shoppers write in between. */
const BATCH = 500
const GAP_MS = 25
/**
 * Older rows are certainly abandoned, even if the clock jumps by a day. If the process ran on this machine, it is
 * known at once whether it still does.
 */
const MAX_HOURS = 48

/** A row with its line in the editor's file. */
export type StagedProduct = ImportedProduct & { line: number }

/** Stores the rows of an import in the database; nobody reads them until the import is applied. */
export class Staging {
  readonly key = `${processName()} ${Date.now()} ${randomUUID()}`
  #db: Db
  #waiting: { import_key: string; position: number; sku: string; data: string }[] = []
  #next = 0

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Adds a row.
   * @returns its position
   */
  async add(product: ImportedProduct, line: number): Promise<number> {
    const position = this.#next++
    const data = JSON.stringify({ ...product, line } satisfies StagedProduct)
    this.#waiting.push({ import_key: this.key, position, sku: product.sku, data })
    if (this.#waiting.length >= BATCH) await this.flush()
    return position
  }

  async flush(): Promise<void> {
    const rows = this.#waiting.splice(0)
    if (rows.length === 0) return
    await inTransaction(this.#db, async (trx) => {
      await trx.insertInto('import_row').values(rows).execute()
      return { ok: true, value: undefined }
    })
  }

  /** Removes rows that turned out to be faulty. */
  async drop(positions: number[]): Promise<void> {
    for (let at = 0; at < positions.length; at += BATCH) {
      const some = positions.slice(at, at + BATCH)
      await inTransaction(this.#db, async (trx) => {
        await trx
          .deleteFrom('import_row')
          .where('import_key', '=', this.key)
          .where('position', 'in', some)
          .execute()
        return { ok: true, value: undefined }
      })
    }
  }

  async clear(): Promise<void> {
    if (this.#next > 0) await forget(this.#db, this.key)
  }
}

/** The staged rows after the position `after`, in order. */
export function stagedRows(db: Db, key: string, after: number, limit: number) {
  return db
    .selectFrom('import_row')
    .select(['position', 'data'])
    .where('import_key', '=', key)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** The staged rows at these positions, in order. */
export function stagedAt(db: Db, key: string, positions: number[]) {
  return db
    .selectFrom('import_row')
    .select(['position', 'data'])
    .where('import_key', '=', key)
    .where('position', 'in', positions)
    .orderBy('position')
    .execute()
}

/** Removes rows of imports that were killed. */
export async function removeDeadStages(db: Db): Promise<void> {
  const keys = await db.selectFrom('import_row').select('import_key').distinct().execute()
  for (const { import_key } of keys) {
    if (isDead(import_key)) await forget(db, import_key)
  }
}

/**
 * Rows of a process running on this machine are never dead. Others are, if their process is known to have
 * ended or they are very old.
 */
function isDead(key: string): boolean {
  if (isLivingHere(key)) return false
  const startedAt = Number(key.split(' ').at(-2))
  return isEnded(key) || Date.now() - startedAt > MAX_HOURS * HOUR_MS
}

/** Deletes the rows a few at a time, so that nobody has to wait for long. */
async function forget(db: Db, key: string): Promise<void> {
  for (let isOver = false; !isOver;) {
    await inTransaction(db, async (trx) => {
      const rows = trx.selectFrom('import_row').select('position').where('import_key', '=', key)
      const some = rows.orderBy('position').limit(BATCH)
      const { numDeletedRows } = await trx
        .deleteFrom('import_row')
        .where('import_key', '=', key)
        .where('position', 'in', some)
        .executeTakeFirstOrThrow()
      isOver = numDeletedRows < BATCH
      return { ok: true, value: undefined }
    })
    // Gives others waiting for the lock a chance to get it.
    if (!isOver) await pause(GAP_MS)
  }
}

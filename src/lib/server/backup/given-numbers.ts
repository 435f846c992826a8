import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { BILL_KINDS, type GivenNumber } from '#lib/server/orders/bills/bills.ts'
import { DATABASE_FILE } from './manifest.ts'

const seriesSchema = z.object({ kind: z.enum(BILL_KINDS), year: z.string(), last: z.number() })
const marksSchema = z.array(z.extend(seriesSchema, { at: z.number() }))

const fileOf = (dataDir: string) => join(dataDir, 'bill-numbers.json')

/**
 * Records up to where a restore has skipped numbers of bills. A second restore of the same copy knows nothing of
 * the first, and the database between them may be lost.
 */
export function noteNumbers(dataDir: string, numbers: readonly GivenNumber[]): void {
  writeFileSync(fileOf(dataDir), `${JSON.stringify(numbers)}\n`, { mode: 0o600 })
}

/**
 * The numbers of bills that are known to be given out besides those in a copy: by restores since it was made, and
 * by the SQLite database of a DATA_DIR.
 */
export function findNumbers(dataDir: string, madeAt: number, now: number): GivenNumber[] {
  const noted = notedNumbers(dataDir).filter(({ at }) => at >= madeAt)
  return [...noted, ...numbersIn(join(dataDir, DATABASE_FILE), now)]
}

function notedNumbers(dataDir: string): GivenNumber[] {
  try {
    return marksSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return []
  }
}

/** Empty if the database cannot be read: it may be broken, which is why a copy takes its place. */
function numbersIn(database: string, now: number): GivenNumber[] {
  if (!existsSync(database)) return []
  try {
    const db = new DatabaseSync(database, { readOnly: true })
    try {
      const rows = db.prepare('select kind, year, last from bill_series').all()
      return z.parse(z.array(seriesSchema), rows).map((row) => ({ ...row, at: now }))
    } finally {
      db.close()
    }
  } catch {
    return []
  }
}

import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { guessMatching } from '#lib/server/import/read/columns/guess-matching.ts'
import {
  isMatched,
  type ListHead,
  type Matching,
} from '#lib/server/import/read/columns/matching.ts'

const text = z.string().check(z.trim(), z.maxLength(1000))
const fieldsSchema = z.record(z.string(), text)
/** How the list writes dates and prices; any other value counts as not given. */
const waysSchema = z.object({
  dates: z.catch(z.optional(z.enum(['day first', 'month first'])), undefined),
  decimals: z.catch(z.optional(z.enum(['point', 'comma'])), undefined),
})

/**
 * Reads the form that matches columns: `column.3` is our column for the list's fourth one, `value.category` a
 * fixed value for a column of ours.
 * @returns undefined if the form is not valid
 */
export function readMatching(body: unknown, names: readonly string[]): Matching | undefined {
  const fields = fieldsSchema.safeParse(body)
  if (!fields.success) return undefined
  const { data } = fields
  const columns: Matching['columns'] = {}
  for (const [at, name] of names.entries()) {
    const column = data[`column.${at}`] ?? ''
    if (column !== '' && !isMatched(column)) return undefined
    if (column !== '' && name !== '') columns[name] = column
  }
  const values: Matching['values'] = {}
  for (const [field, value] of Object.entries(data)) {
    const column = field.startsWith('value.') ? field.slice('value.'.length) : ''
    if (isMatched(column) && value !== '') values[column] = value
  }
  const { dates, decimals } = waysSchema.parse(data)
  return {
    ...{ columns, values, unit: data['unit'] === 'paise' ? 'paise' : 'rupees' },
    ...(dates && { dates }),
    ...(decimals && { decimals }),
  }
}

/** How lists with this header were matched last time (`isKept`), or else a guess from the names and values. */
export async function offerMatching(
  db: Db,
  head: ListHead,
): Promise<{ matching: Matching; isKept: boolean }> {
  const row = await db
    .selectFrom('column_map')
    .select('matching')
    .where('header', '=', keyOf(head.names))
    .executeTakeFirst()
  return row
    ? { matching: JSON.parse(row.matching), isKept: true }
    : { matching: guessMatching(head), isKept: false }
}

/** Remembers how the columns of lists with this header are matched, to offer it next time. */
export async function keepMatching(
  db: Db,
  names: readonly string[],
  matching: Matching,
): Promise<void> {
  const row = { matching: JSON.stringify(matching), changed_at: Date.now() }
  await retryWhileLocked(() =>
    db
      .insertInto('column_map')
      .values({ header: keyOf(names), ...row })
      .onConflict((oc) => oc.column('header').doUpdateSet(row))
      .execute(),
  )
}

/** The order of columns does not matter: a supplier may reorder them. */
const keyOf = (names: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([...names].sort()))
    .digest('hex')

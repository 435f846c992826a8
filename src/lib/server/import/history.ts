import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

/** In place of an editor: the start filled an empty shop. */
export const FIRST_FILL = 'start'

type Counts = { added: number; changed: number; unchanged: number; withdrawn: number }
type Made = Counts & { source: string; rejected: number; editor: string; undoes?: number }

/** Imports, exports, undos and turning sales wait for one another here, until the transaction ends. */
export async function waitForOthers(trx: Transaction<Database>): Promise<void> {
  await trx
    .updateTable('catalogue_version')
    .set({ version: sql`version` })
    .execute()
}

/** Records an import. @returns its number */
export async function remember(
  trx: Transaction<Database>,
  { source, added, changed, unchanged, withdrawn, rejected, editor, undoes }: Made,
  now: number,
): Promise<number> {
  const { last } = await trx
    .selectFrom('catalogue_import')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = Number(last ?? 0) + 1
  const counts = { added, changed, unchanged, withdrawn, rejected }
  await trx
    .insertInto('catalogue_import')
    .values({ id, source, ...counts, editor, undoes, created_at: now })
    .execute()
  return id
}

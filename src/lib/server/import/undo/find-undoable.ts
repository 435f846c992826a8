import type { Db } from '#lib/server/database/schema.ts'
import { FIRST_FILL } from '#lib/server/import/apply/history.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { undoTexts } from '#lib/texts/page/import/undo.ts'

/** An import as recorded in the history. */
export type Found = { id: number; source: string; undoes: number | null; created_at: number }

/**
 * Finds the import to take back.
 * @param number the last import in effect if undefined
 * @returns the import, or why there is none to take back
 */
export async function findUndoable(db: Db, number: number | undefined): Promise<Found | string> {
  const imports = db.selectFrom('catalogue_import').selectAll()
  if (number === undefined) {
    const last = await imports
      .where('undone_by', 'is', null)
      .where('undoes', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last) return undoTexts.none
    if (last.editor !== FIRST_FILL) return last
    return undoTexts.firstFill(last.id, SHOP_CALL)
  }
  const found = await imports.where('id', '=', number).executeTakeFirst()
  if (!found) return undoTexts.unknown(number)
  if (found.undone_by === null) return found
  return undoTexts.already(number, found.undone_by)
}

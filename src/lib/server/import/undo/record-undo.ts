import type { Trx } from '#lib/server/database/schema.ts'
import { remember } from '#lib/server/import/apply/history.ts'
import type { PageChange } from '#lib/server/import/apply/product-names.ts'
import { recordShortfalls } from '#lib/server/import/apply/stocks/shortfalls.ts'
import { turnCounts } from '#lib/server/import/apply/stocks/turn-counts.ts'
import type { Found } from './find-undoable.ts'
import type { UndoWork } from './undo-work.ts'

/**
 * Records an undo in the history as an import of its own.
 * @returns its number
 */
export async function recordUndo(
  trx: Trx,
  found: Found,
  { log, shortfalls, counts: back, products, now }: UndoWork,
  { editor, isAll }: { editor: string; isAll: boolean },
): Promise<number> {
  const kinds = [...products.changes.values()]
  const count = (kind: PageChange['change']) => kinds.filter((one) => one === kind).length
  const counts = {
    added: count('added'),
    changed: count('changed'),
    unchanged: 0,
    withdrawn: count('removed'),
    rejected: 0,
  }
  const source = `undo of ${isAll ? '' : 'a part of '}import ${found.id}`
  const id = await remember(trx, { source, ...counts, editor, undoes: found.id }, now)
  await log.save(trx, id)
  await recordShortfalls(trx, isAll && found.undoes !== null ? found.undoes : id, shortfalls)
  await turnCounts(trx, { of: found, by: id }, isAll ? undefined : back)
  const imports = trx.updateTable('catalogue_import')
  // After undoing a part, the rest can still be taken back.
  if (isAll) await imports.set({ undone_by: id }).where('id', '=', found.id).execute()
  // Undoing an undo is a redo: the import that it took back is in effect again.
  if (isAll && found.undoes !== null) {
    const redone = imports.set({ undone_by: null }).where('id', '=', found.undoes)
    await redone.where('undone_by', '=', found.id).execute()
  }
  return id
}

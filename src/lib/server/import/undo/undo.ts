import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { openDraft } from '#lib/server/database/draft.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import type { FindPages } from '#lib/server/import/apply/applied.ts'
import { isOwnersImport } from '#lib/server/import/apply/apply-shop.ts'
import { redirectBrands } from '#lib/server/import/apply/brand-redirects.ts'
import { CategoryWriter } from '#lib/server/import/apply/category-writer.ts'
import { ChangeLog, loadChanges } from '#lib/server/import/apply/change-log.ts'
import { IMPORTS_KEPT_MS, lastImport, waitForOthers } from '#lib/server/import/apply/history.ts'
import { FollowReturns, type StrayReturn } from '#lib/server/import/apply/follow-returns.ts'
import { homeLists, noteHomeLists } from '#lib/server/import/apply/home-lists.ts'
import { ProductNames, withProducts } from '#lib/server/import/apply/product-names.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { undoTexts } from '#lib/texts/page/import/undo.ts'
import { findUndoable } from './find-undoable.ts'
import { recordUndo } from './record-undo.ts'
import type { Entry } from './undo-entries.ts'
import { undoContent } from './undo-content.ts'
import { undoCategories, undoShell } from './undo-others.ts'
import { type PreparedUndo, prepareUndo, undoProducts } from './undo-products.ts'
import { describeThings, type Undone, type UndoRefusal } from './undone.ts'
import { isWholeImport, thingKey, type UndoPart, type UndoWork } from './undo-work.ts'

export type UndoOptions = {
  /** The import's number; without it, the last one in effect. */
  number?: number | undefined
  dryRun?: boolean
  editor?: string
  /** Only this part; without it, all of the import. */
  part?: UndoPart | undefined
  /** Leaves what was changed later as it is; without it, such changes refuse the whole undo. */
  leavesLater?: boolean | undefined
  findPages?: FindPages | undefined
  /** Runs in the transaction of the undo, before it commits. */
  onApplied?: (trx: Trx, undone: Undone) => Promise<void>
}

/**
 * Takes an import back: everything it changed becomes what it was, field by field. Refuses if that would overwrite
 * a later change. An undo is itself an import that can be taken back.
 */
export async function undoImport(db: Db, options: UndoOptions = {}): Promise<Undone | UndoRefusal> {
  if (!options.dryRun) return undoIn(db, options)
  await using draft = await openDraft(db)
  return await undoIn(draft.db, options)
}

async function undoIn(db: Db, options: UndoOptions): Promise<Undone | UndoRefusal> {
  let refusal: UndoRefusal | undefined
  let undone: Undone | undefined
  // A dry run locks out nobody, so it needs no preparation.
  const prepared = options.dryRun ? undefined : await prepare(db, options)
  await inTransaction(db, async (trx): Promise<Result<void>> => {
    refusal = undone = undefined
    const result = await undo(trx, options, prepared)
    if (Array.isArray(result)) {
      refusal = { isRefused: true, reasons: result }
      return { ok: false, error: 'refused' }
    }
    undone = result
    await options.onApplied?.(trx, result)
    return options.dryRun ? { ok: false, error: 'dryRun' } : { ok: true, value: undefined }
  })
  const outcome = refusal ?? undone
  if (!outcome) throw new Error('The import was neither taken back nor refused')
  return outcome
}

/** What was read and decided about an import without locks. */
type Prepared = { lastImport: number; id: number; entries: Entry[]; now: number } & PreparedUndo

/** @returns undefined if there is nothing to take back; the transaction then says why */
async function prepare(db: Db, { number, part = {} }: UndoOptions): Promise<Prepared | undefined> {
  const last = await lastImport(db)
  const found = await findUndoable(db, number)
  if (typeof found === 'string') return undefined
  const entries = await loadChanges(db, found.id)
  const products = asked(entries, part).filter(({ kind }) => kind === 'product')
  const now = Date.now()
  const work = { id: found.id, now, part, isDryRun: false }
  const decided = await prepareUndo(db, work, products)
  return { lastImport: last, id: found.id, entries, now, ...decided }
}

const asked = (entries: Entry[], { things }: UndoPart): Entry[] =>
  things ? entries.filter((entry) => things.has(thingKey(entry))) : entries

async function undo(
  trx: Trx,
  { number, dryRun, editor = '', findPages, part = {}, leavesLater = false }: UndoOptions,
  prepared: Prepared | undefined,
): Promise<Undone | string[]> {
  if (!dryRun) await waitForOthers(trx)
  const found = await findUndoable(trx, number)
  if (typeof found === 'string') return [found]
  // If another import came in between, it may have changed what was prepared.
  const isCurrent = found.id === prepared?.id && prepared.lastImport === (await lastImport(trx))
  const ready = isCurrent ? prepared : undefined
  // The history of older imports may be partly deleted.
  if (found.created_at < Date.now() - IMPORTS_KEPT_MS) {
    return [undoTexts.tooOld(found.id)]
  }
  const all = ready?.entries ?? (await loadChanges(trx, found.id))
  // An undo may have changed nothing, if others had restored everything before; it can be taken back, too.
  if (all.length === 0 && found.undoes === null) {
    return [undoTexts.notKept(found.id)]
  }
  const entries = asked(all, part)
  const names = new Set<string>()
  const log = new ChangeLog(dryRun ?? false)
  const products = new ProductNames(names)
  const now = ready?.now ?? Date.now()
  const work: UndoWork = {
    ...{ trx, id: found.id, now, names, products, log, part },
    ...{ conflicts: [], shortfalls: [], counts: [] },
    isDryRun: dryRun ?? false,
    isOwner: await isOwnersImport(trx, editor),
  }
  const before = await homeLists(trx)
  const strays = await undoAll(work, entries, ready)
  const { conflicts: left } = work
  if (left.length > 0 && !leavesLater) return explain(found.id, left)
  const isPart = !isWholeImport(part)
  if (log.changes.length === 0 && (isPart || left.length > 0)) {
    return [undoTexts.nothingLeft(found.id), ...left.slice(0, MAX_REASONS)]
  }
  await products.namePrices(trx)
  noteHomeLists(before, await homeLists(trx), names)
  const pages = findPages ? withProducts(await findPages(trx, names), products.changes) : []
  const things = dryRun ? await describeThings(trx, log) : []
  const changes = things.flatMap(({ thing, fields }) => fields.map((f) => ({ ...thing, ...f })))
  const isAll = !isPart && left.length === 0
  const restored = log.changes.length
  const warnings = strays.length > 0 ? [importWarnings.strayReturns(strays)] : []
  const told = { undoes: found.id, isPart: !isAll, restored, left, warnings }
  const result = { ...told, pages, changes, things }
  if (dryRun) return { ...result, import: null }
  await announceChange(trx, names, now)
  return { ...result, import: await recordUndo(trx, found, work, { editor, isAll }) }
}

async function undoAll(
  work: UndoWork,
  entries: Entry[],
  prepared: PreparedUndo | undefined,
): Promise<StrayReturn[]> {
  const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
  const returns = await FollowReturns.open(work.trx)
  const categories = await CategoryWriter.open(work.trx)
  await undoCategories(work, categories, of('category'))
  await undoProducts(work, of('product'), prepared)
  await undoShell(work, [...of('banners'), ...of('delivery'), ...of('synonyms'), ...of('shop')])
  await undoContent(work, of('content'))
  const plan = { listed: undefined, withdraws: false, refusedFiles: new Set<never>() }
  await categories.finish(plan, work.products, work.log)
  // A part of the import may take names back without the words that followed them.
  const strays = await returns.finish(work.trx, false, work)
  await redirectBrands(work.trx, work.products.brandMoves)
  return strays
}

const MAX_REASONS = 20

function explain(id: number, conflicts: string[]): string[] {
  const more = conflicts.length - MAX_REASONS
  return [
    undoTexts.refused(id),
    ...conflicts.slice(0, MAX_REASONS),
    ...(more > 0 ? [undoTexts.more(more)] : []),
  ]
}

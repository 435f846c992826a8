import type { Kysely } from 'kysely'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { openDraft } from '#lib/server/database/draft.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { type FindPages, withProducts } from '#lib/server/import/apply/apply.ts'
import type { PageChange } from '#lib/server/import/apply/product-names.ts'
import { isOwnersImport } from '#lib/server/import/apply/apply-shop.ts'
import { redirectBrands } from '#lib/server/import/apply/brand-redirects.ts'
import { CategoryWriter } from '#lib/server/import/apply/category-writer.ts'
import { ChangeLog, loadChanges } from '#lib/server/import/apply/change-log.ts'
import {
  FIRST_FILL,
  IMPORTS_KEPT_MS,
  lastImport,
  remember,
  waitForOthers,
} from '#lib/server/import/apply/history.ts'
import { homeLists, noteHomeLists } from '#lib/server/import/apply/home-lists.ts'
import { recordShortfalls } from '#lib/server/import/apply/stocks/shortfalls.ts'
import { turnCounts } from '#lib/server/import/apply/stocks/turn-counts.ts'
import { ProductNames } from '#lib/server/import/apply/product-names.ts'
import { undoTexts } from '#lib/texts/page/undo.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Entry } from './undo-entries.ts'
import { undoCategories, undoContent, undoShell } from './undo-others.ts'
import { type PreparedUndo, prepareUndo, undoProducts } from './undo-products.ts'
import { describeThings, type Undone, type UndoRefusal } from './undone.ts'
import { isWholeImport, thingKey, type UndoPart, type UndoWork } from './undo-work.ts'

export type UndoOptions = {
  /** The import's number; the last one that is in effect when it is not given. */
  number?: number | undefined
  dryRun?: boolean
  editor?: string
  /** A part of it alone. */
  part?: UndoPart | undefined
  /** What was changed later stays as it is; without it nothing is taken back then. */
  leavesLater?: boolean | undefined
  findPages?: FindPages | undefined
  /** Done with the undo itself, or not at all. */
  onApplied?: (trx: Trx, undone: Undone) => Promise<void>
}

/**
 * Takes an import back: everything that it changed is again what it was, field by field. Refuses
 * where that would overwrite a later change. An undo is itself an import that can be taken back.
 */
export async function undoImport(
  db: Kysely<Database>,
  options: UndoOptions = {},
): Promise<Undone | UndoRefusal> {
  if (!options.dryRun) return undoIn(db, options)
  await using draft = await openDraft(db)
  return await undoIn(draft.db, options)
}

async function undoIn(db: Kysely<Database>, options: UndoOptions): Promise<Undone | UndoRefusal> {
  let refusal: UndoRefusal | undefined
  let undone: Undone | undefined
  // Nobody waits for a draft: there it is decided in its turn.
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

/** What was read and decided of an import while shoppers went on buying. */
type Prepared = { lastImport: number; id: number; entries: Entry[]; now: number } & PreparedUndo

/** Undefined where there is nothing to take back: that is said in the transaction. */
async function prepare(db: Db, { number, part = {} }: UndoOptions): Promise<Prepared | undefined> {
  const last = await lastImport(db)
  const found = await findImport(db, number)
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
  const found = await findImport(trx, number)
  if (typeof found === 'string') return [found]
  // What another import did meanwhile may stand in the way.
  const isCurrent = found.id === prepared?.id && prepared.lastImport === (await lastImport(trx))
  const ready = isCurrent ? prepared : undefined
  // What was before may be half gone already.
  if (found.created_at < Date.now() - IMPORTS_KEPT_MS) {
    return [undoTexts.tooOld(found.id)]
  }
  const all = ready?.entries ?? (await loadChanges(trx, found.id))
  // Taking back what others had put right already changes nothing, and can be taken back like any other.
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
  await undoAll(work, entries, ready)
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
  const result = { undoes: found.id, isPart: !isAll, restored, left, pages, changes, things }
  if (dryRun) return { ...result, import: null }
  await announceChange(trx, names, now)
  return { ...result, import: await record(trx, found, work, { editor, isAll }) }
}

async function undoAll(
  work: UndoWork,
  entries: Entry[],
  prepared: PreparedUndo | undefined,
): Promise<void> {
  const of = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind)
  const categories = await CategoryWriter.open(work.trx)
  await undoCategories(work, categories, of('category'))
  await undoProducts(work, of('product'), prepared)
  await undoShell(work, [...of('banners'), ...of('delivery'), ...of('synonyms'), ...of('shop')])
  await undoContent(work, of('content'))
  const plan = { listed: undefined, withdraws: false }
  await categories.finish(plan, work.products, work.log)
  await redirectBrands(work.trx, work.products.brandMoves)
}

type Found = { id: number; source: string; undoes: number | null; created_at: number }

/** The import to take back, or why there is none. */
async function findImport(trx: Db, number: number | undefined): Promise<Found | string> {
  const imports = trx.selectFrom('catalogue_import').selectAll()
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

const MAX_REASONS = 20

function explain(id: number, conflicts: string[]): string[] {
  const more = conflicts.length - MAX_REASONS
  return [
    undoTexts.refused(id),
    ...conflicts.slice(0, MAX_REASONS),
    ...(more > 0 ? [undoTexts.more(more)] : []),
  ]
}

async function record(
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
  // Of a part the rest can still be taken back.
  if (isAll) await imports.set({ undone_by: id }).where('id', '=', found.id).execute()
  // To undo an undo is to redo: what it took back counts again.
  if (isAll && found.undoes !== null) {
    const redone = imports.set({ undone_by: null }).where('id', '=', found.undoes)
    await redone.where('undone_by', '=', found.id).execute()
  }
  return id
}

import type { CompiledQuery } from 'kysely'
import type { Db } from '#lib/server/database/schema.ts'
import { compileLog } from '#lib/server/import/apply/change-log.ts'
import { lockRows } from '#lib/server/import/apply/lock-rows.ts'
import { findRenames, followRenames } from '#lib/server/import/apply/pack-renames.ts'
import { revertShortfalls } from '#lib/server/import/apply/stocks/shortfalls.ts'
import {
  compileParts,
  lockedOn,
  unlocked,
  writeProducts,
} from '#lib/server/import/apply/product-rows.ts'
import { compileColumns, findTouched } from '#lib/server/import/apply/quick-writes.ts'
import { type UndoScope, decide, type Decided } from './undo-decisions.ts'
import type { Entry } from './undo-entries.ts'
import type { UndoWork } from './undo-work.ts'

const BATCH = 400

/**
 * Restores the products of an import; those that it added are withdrawn. What was decided before the lock is
 * written as prepared, unless somebody touched the product since.
 */
export async function undoProducts(
  work: UndoWork,
  entries: Entry[],
  prepared?: PreparedUndo,
): Promise<void> {
  const rest = prepared ? await writePrepared(work, entries, prepared) : entries
  for (let at = 0; at < rest.length; at += BATCH) {
    const some = rest.slice(at, at + BATCH)
    const decided = await decide(work.trx, work, some, lockedOn)
    for (const { names, log } of decided) {
      work.products.addAll(names)
      work.log.changes.push(...log.changes)
    }
    if (!work.isDryRun) await follow(work, decided)
    await writeProducts(
      work.trx,
      decided.flatMap(({ write }) => write ?? []),
    )
  }
}

export type PreparedUndo = {
  decided: Map<Entry['key'], Decided>
  writes: CompiledQuery[]
  log: CompiledQuery[]
}

/**
 * Decides as much as possible without locks. Products with conflicts are decided again under the lock, which also
 * reports them; those that are counted again only there.
 */
export async function prepareUndo(
  db: Db,
  work: UndoScope,
  entries: Entry[],
): Promise<PreparedUndo> {
  const decided = new Map<string, Decided>()
  for (let at = 0; at < entries.length; at += BATCH) {
    const conflicts: string[] = []
    for (const one of await decide(
      db,
      { ...work, conflicts },
      entries.slice(at, at + BATCH),
      unlocked,
    )) {
      if (one.isClear && !one.isBegun) decided.set(one.entry.key, one)
    }
  }
  const all = [...decided.values()]
  return { decided, writes: compileAll(db, all), log: compileLog(db, logOf(all)) }
}

/** @returns the entries that still have to be decided */
async function writePrepared(
  work: UndoWork,
  entries: Entry[],
  { decided, writes, log }: PreparedUndo,
): Promise<Entry[]> {
  const { trx } = work
  const found = entries.flatMap(({ key }) => decided.get(key) ?? [])
  await lockRows(
    trx,
    entries.map(({ key }) => key),
  )
  const seen = found.map(({ known, write }) => ({ known, isStockWritten: write !== undefined }))
  const touched = await findTouched(trx, seen)
  const good = found.filter(({ known }) => !touched.has(known.id))
  const isAll = good.length === decided.size
  const queries = isAll ? writes : compileAll(trx, good)
  for (const query of queries) await trx.executeQuery(query)
  for (const { names } of good) work.products.addAll(names)
  work.log.adopt(logOf(good), isAll ? log : compileLog(trx, logOf(good)))
  await follow(work, good)
  const done = new Set(good.map(({ known }) => known.id))
  return entries.filter(({ key }) => !done.has(key))
}

function compileAll(db: Db, decided: Decided[]): CompiledQuery[] {
  const packs = decided.flatMap(({ known, write }) =>
    write?.arePacksChanged ? known.packs.map(({ label }) => ({ product_id: known.id, label })) : [],
  )
  const writes = decided.flatMap(({ known, write }) =>
    write ? { id: known.id, known, wanted: write } : [],
  )
  const products = writes.map(({ wanted }) => wanted)
  return [...compileColumns(db, writes), ...compileParts(db, products, packs)]
}

const logOf = (decided: Decided[]) => decided.flatMap(({ log }) => log.changes)

/** Moves holds and sales of renamed packs to the restored labels, and takes back shortfalls. */
async function follow(
  { trx, id, shortfalls, counts }: UndoWork,
  decided: Decided[],
): Promise<void> {
  const written = decided.flatMap(({ known, write }) => (write ? { known, write } : []))
  const renames = written.flatMap(({ known, write }) =>
    findRenames(known.id, known.packs, write.packs),
  )
  await followRenames(trx, renames)
  for (const { countsBack } of decided) if (countsBack) counts.push(countsBack)
  const back = decided.filter(({ isStockBack }) => isStockBack)
  for (let at = 0; at < back.length; at += BATCH) {
    const ids = back.slice(at, at + BATCH).map(({ known }) => known.id)
    shortfalls.push(...(await revertShortfalls(trx, id, ids)))
  }
}

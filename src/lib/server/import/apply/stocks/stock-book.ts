import type { StockMode } from '#lib/server/import/read/plan.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { StockSaid } from '#lib/server/import/read/product/product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { MAX_STOCK } from '#lib/server/import/read/product/stock.ts'
import {
  findRenames,
  followRenames,
  matchPacks,
  type Rename,
} from '#lib/server/import/apply/pack-renames.ts'
import type { StoredProduct } from '#lib/server/import/apply/product-merge.ts'
import { NO_FIGURES, type StockFigures } from './stock-figures.ts'
import type { RowStocks } from './row-stocks.ts'
import { PromisedUnits } from './promised-units.ts'
import { applyShortfalls } from './shortfalls.ts'

/** Stocks that a list would set although units may have been sold since it was written. */
export type StockAsks = { products: number; units: number }

/** Rows per statement: SQLite allows at most 32,766 values in one. */
const BATCH = 2000

/** Stocks in the order of the row's packs, and whether the units promised to buyers change. */
type Settled = { stocks: (number | null)[]; movesPromisedUnits: boolean }
type Slot = { label: string; stock: number | null }
/** For a list of unknown age: the current stocks by label, and how many sold units each new one would bring back. */
type Unsure = { held: Map<string, number>; asked: Map<string, number> }
type Applied = { product_id: string; pack_label: string; stamp: number; units: number }

/**
 * Decides what each stock becomes, so that an import never brings back sold units. In a list from an export, a
 * stock counts as the difference to the exported one.
 */
export class StockBook {
  readonly asks: StockAsks = { products: 0, units: 0 }
  /** Whether some of the units in question were sold before the last export. */
  isOlder = false
  #mode: StockMode
  #promised = new PromisedUnits(NO_FIGURES)
  #renames: Rename[] = []
  #applied: Applied[] = []

  constructor(mode: StockMode) {
    this.#mode = mode
  }

  /** How many stocks were short: more was taken than was left. */
  get short(): number {
    return this.#promised.short
  }

  /** Whether the stocks can be written without asking, and without consequences for holds, sales or buyers. */
  get isQuiet(): boolean {
    const followed = [...this.#renames, ...this.#promised.shortfalls]
    const isNothing = this.asks.products === 0 && this.short === 0 && followed.length === 0
    return isNothing && !this.#promised.isAny
  }

  /** Adds the changes that the book of a single row recorded. */
  take(row: StockBook): void {
    this.#applied.push(...row.#applied)
  }

  /** Sets the figures for the products whose rows come next. */
  use(figures: StockFigures): void {
    this.#promised.figures = figures
  }

  /**
   * Decides the stocks of a row.
   * @returns them in the order of the row's packs, or why the row is refused
   */
  settle(known: StoredProduct, row: RowStocks): Settled | { reason: string } {
    const applied = this.#applied.length
    const shortfalls = this.#promised.shortfalls.length
    const forget = this.#promised.mark()
    const settled = this.#settle(known, row)
    if (!('reason' in settled))
      return { ...settled, movesPromisedUnits: this.#promised.shortfalls.length > shortfalls }
    // Nothing is recorded for a refused row.
    this.#applied.length = applied
    forget()
    return settled
  }

  #settle(
    known: StoredProduct,
    row: RowStocks,
  ): Omit<Settled, 'movesPromisedUnits'> | { reason: string } {
    const before = slotsOf(known.packs, known.stock)
    const wanted: Slot[] = slotsOf(
      row.labels.map((label) => ({ label, stock: null })),
      null,
    )
    const matched = matchPacks(before, wanted)
    const kept = new Set([...matched.values()].map(({ label }) => label))
    const gone = before.filter(({ label, stock }) => !kept.has(label) && stock !== null)
    const isCounted = before.some(({ stock }) => stock !== null)
    const unsure: Unsure = { held: new Map(), asked: new Map() }
    const stocks: (number | null)[] = []
    for (const [at, { label }] of wanted.entries()) {
      const slot = matched.get(label)
      const said = row.stocks?.[at]
      const found = slot
        ? this.#change(known.id, slot, label, said, row, unsure)
        : this.#begin(known.id, label, said, { gone, isCounted })
      if (typeof found === 'string') return { reason: found }
      if (found !== null && found > MAX_STOCK) {
        return { reason: rowReasons.stockTooLarge(String(found)) }
      }
      stocks.push(found)
    }
    this.#renames.push(...findRenames(known.id, known.packs, wanted))
    if (unsure.asked.size === 0) return { stocks }
    if (this.#mode === 'ask') {
      this.asks.products++
      for (const units of unsure.asked.values()) this.asks.units += units
    }
    // The question is about the whole product: until it is answered, all its packs keep their stock.
    return { stocks: stocks.map((stock, at) => unsure.held.get(wanted[at]?.label ?? '') ?? stock) }
  }

  /** Saves what later lists of the same export, holds and buyers need to know. */
  async save(trx: Trx, importId: number): Promise<void> {
    await followRenames(trx, this.#renames)
    for (let at = 0; at < this.#applied.length; at += BATCH) {
      const some = this.#applied.slice(at, at + BATCH)
      const rows = some.map((applied) => ({ import_id: importId, ...applied }))
      await trx.insertInto('import_stock').values(rows).execute()
    }
    await applyShortfalls(trx, importId, this.#promised.shortfalls)
  }

  /** Decides the stock of an existing pack, or the product's own. */
  #change(
    id: string,
    { label: from, stock }: Slot,
    to: string,
    said: StockSaid | undefined,
    { exported }: RowStocks,
    unsure: Unsure,
  ): number | null | string {
    if (said === undefined) return stock
    const base = exported?.stocks[to] ?? exported?.stocks[from]
    const was = exported && (to in exported.stocks || from in exported.stocks) ? base : undefined
    if (!said.isMore && was !== undefined && said.units === was) return stock
    if (said.units === null) {
      // An empty stock for a renamed pack is hardly meant to make it unlimited.
      const isLost = from !== to && stock !== null && this.#mode !== 'set'
      return isLost ? rowReasons.packNeedsStock(to) : null
    }
    if (stock === null) {
      return said.isMore
        ? rowReasons.stockMoreUncounted
        : this.#promised.begin(id, from, to, said.units)
    }
    if (said.isMore) return this.#promised.add(id, from, to, stock, said.units)
    if (exported && typeof was === 'number') {
      const { stamp } = exported
      const applied = this.#promised.figures.applied(id, from, stamp)
      const units = said.units - was - applied
      if (units !== 0) this.#applied.push({ product_id: id, pack_label: to, stamp, units })
      // If lists of the same export were imported before, `applied` already includes what others did.
      const others = applied === 0 ? (said.others ?? 0) : 0
      return this.#promised.add(id, from, to, stock, units - others)
    }
    return this.#set(id, from, to, stock, said.units, unsure)
  }

  /** Decides about a count of unknown age. */
  #set(
    id: string,
    from: string,
    to: string,
    stock: number,
    units: number,
    { held, asked }: Unsure,
  ): number {
    if (this.#mode === 'set') return this.#promised.count(id, from, to, units)
    held.set(to, stock)
    const taken = Math.max(
      this.#promised.figures.taken(id, from),
      this.#promised.figures.held(id, from),
    )
    if (units === stock) return stock
    // An export by somebody else says nothing about the age of this list.
    const older = units > stock ? this.#promised.figures.ever(id, from) : 0
    if (taken <= 0 && older <= 0) return units
    if (taken <= 0) this.isOlder = true
    asked.set(to, taken > 0 ? taken : older)
    return stock
  }

  /**
   * Decides the stock of a new pack.
   * @param gone counted packs that the same row removes
   * @param isCounted whether any stock of the product was counted before
   */
  #begin(
    id: string,
    label: string,
    said: StockSaid | undefined,
    { gone, isCounted }: { gone: readonly Slot[]; isCounted: boolean },
  ): number | null | string {
    const isNothing = said === undefined || said.units === null
    if (isNothing && gone.length > 0 && this.#mode !== 'set')
      return rowReasons.packNeedsStock(label)
    if (said === undefined) return isCounted ? rowReasons.packBesideCounted(label) : null
    if (said.units === null) return null
    const taken = gone.reduce((sum, slot) => sum + this.#promised.figures.taken(id, slot.label), 0)
    if (taken > 0 && this.#mode !== 'set') return rowReasons.packReplaced(label, taken)
    return said.units < 0
      ? rowReasons.stockFewerOfNone(label)
      : this.#promised.begin(id, label, label, said.units)
  }
}

const slotsOf = (packs: readonly Slot[], stock: number | null): Slot[] =>
  packs.length > 0
    ? packs.map((pack) => ({ label: pack.label, stock: pack.stock }))
    : [{ label: '', stock }]

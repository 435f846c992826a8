import { findBrokenLetters, repairLetters } from './text/broken-letters.ts'
import { findCellError } from './text/cell-errors.ts'
import { type Column, isPartial } from './columns/columns.ts'
import { type Layout, type FieldSource, readHeader } from './columns/header.ts'
import { type ImportMap, makeSku } from './columns/map.ts'
import { formNotes } from './list/form-notes.ts'
import type { OpenList } from './list/open-list.ts'
import type { ImportedProduct, Refusals, RowDoubt, RowFault } from './product/product.ts'
import type { ProductFileReport } from './product-file-report.ts'
import { readProduct } from './product/product-row.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { CsvRecord } from './list/records.ts'
import { RowCheck } from './product/row-check.ts'
import { describeShape, describeWidth } from './product/row-shape.ts'
import { endTime } from './product/sale-times.ts'
import { plainTime, withPoint } from './columns/dates-and-prices.ts'
import {
  decodeField,
  decodeForeign,
  type Encoding,
  findForbidden,
  manyLines,
  oneLine,
  unprotectFormula,
} from './text/text.ts'

export type AcceptedRow = { line: number; product: ImportedProduct }
type Why = Pick<RowFault, 'reason' | 'code'> & { doubt?: RowDoubt }

const RUPEES = { price: 'rupees', oldprice: 'rupees' } as const

const PRICES: ReadonlySet<Column> = new Set(['price', 'oldprice', 'saleprice', 'cost'])
const DAYS: ReadonlySet<Column> = new Set(['salefrom', 'saleuntil'])

/** Reads the rows of products.csv one by one, and collects what is wrong with them. */
export class ProductFileReader {
  readonly report: ProductFileReport = {
    parsed: 0,
    rejected: 0,
    faults: [],
    doubtful: [],
    warnings: [],
    columns: new Set(),
    isReadable: true,
  }
  #map: ImportMap | undefined
  #layout: Layout | undefined
  #lineOfSku = new Map<string, number>()
  #encoding: Encoding
  #isHeader = false
  #refusals: Refusals
  #now = Date.now()
  /** Products whose sale is over, with its end, in words. */
  #over: string[] = []

  constructor(map: ImportMap | undefined, { form, warnings: notes }: OpenList, refusals: Refusals) {
    this.#refusals = refusals
    this.report.warnings.push(...notes, ...formNotes(form, map?.encoding))
    this.#map = map
    const isWindows = form.encoding === 'windows-1252' || map?.encoding === 'windows-1252'
    this.#encoding = isWindows ? 'windows-1252' : 'utf-8'
  }

  /**
   * Reads the first row as the header; later rows are ignored.
   * @returns faults for which the file cannot be read
   */
  header(record: CsvRecord) {
    this.#isHeader = this.#layout === undefined
    if (!this.#isHeader) return undefined
    const layout = record.fault
      ? [{ column: null, reason: fileReasons.headerBroken }]
      : readHeader(record.fields, this.#map, this.#encoding)
    if (Array.isArray(layout)) return layout
    this.#layout = layout
    this.report.columns = new Set(layout.places.keys())
    if (layout.specs.size > 0) this.report.columns.add('specs')
    if (!layout.places.has('sku')) this.report.columns.add('sku')
    this.report.warnings.push(...layout.warnings)
    return undefined
  }

  /** The product of a row; undefined if it is blank or refused, which is reported. */
  row({ line, fields, fault }: CsvRecord): AcceptedRow | undefined {
    const layout = this.#layout
    if (!layout || this.#isHeader || (!fault && fields.every((field) => field.trim() === ''))) {
      return undefined
    }
    this.report.parsed++
    const refusal = this.#refusals.get(line)
    if (refusal) return this.#reject(line, fields, refusal.column, refusal)
    const malformed = fault
      ? describeShape({ line, fields, fault }, layout.names)
      : describeWidth(fields, layout.width)
    if (malformed) return this.#reject(line, fields, malformed.column, malformed)
    return this.#readRow(layout, line, fields)
  }

  #readRow(layout: Layout, line: number, fields: string[]): AcceptedRow | undefined {
    const texts = new Map<Column, string>()
    for (const [column, place] of layout.places) {
      const text = this.#text(fields, place, column === 'description')
      if (typeof text !== 'string') return this.#reject(line, fields, column, text)
      texts.set(column, this.#asOurs(column, text))
    }
    const specs: string[] = []
    for (const [key, place] of layout.specs) {
      const text = this.#text(fields, place, false)
      if (typeof text !== 'string') return this.#reject(line, fields, 'specs', text)
      if (text !== '') specs.push(`${key}=${text.replaceAll('|', '/')}`)
    }
    if (specs.length > 0) texts.set('specs', specs.join('|'))
    if (!layout.places.has('sku')) {
      texts.set('sku', makeSku(texts.get('name') ?? '', texts.get('unit') ?? ''))
    }
    return this.#check(line, texts)
  }

  #check(line: number, texts: Map<Column, string>): AcceptedRow | undefined {
    const check = new RowCheck()
    const product = readProduct(
      check,
      (column) => texts.get(column) ?? '',
      this.#map?.units ?? RUPEES,
      this.report.columns,
    )
    // In a list of whole products, a stock below 0 is a slip, or what another shop owes; in a short list, it takes
    // units off.
    const isWhole = !isPartial(this.report.columns)
    const isBelow = product.stocks.some(({ units }) => isWhole && units !== null && units < 0)
    if (
      isBelow ||
      (this.#map && product.stocks.some(({ isMore, units }) => isMore && units !== 0))
    ) {
      check.fault('stock', rowReasons.stockNegative(texts.get('stock') ?? ''), undefined)
    }
    if (check.faults.some(({ column }) => column === 'sku')) this.report.doubtful.push(line)
    const earlier = this.#lineOfSku.get(product.sku)
    if (earlier !== undefined)
      check.fault('sku', rowReasons.skuTwice(product.sku, earlier), undefined)
    else if (product.sku !== '') this.#lineOfSku.set(product.sku, line)
    const [first] = check.faults
    if (!first) {
      this.#noteEnd(product)
      return { line, product }
    }
    const all = [...new Set(check.faults.map(({ reason }) => reason))]
    const code = check.faults.find((fault) => fault.code)?.code
    const why = { reason: all.join(' '), ...(code && { code }) }
    this.#note({ line, sku: product.sku, column: first.column, ...why })
    return undefined
  }

  #noteEnd({ sku, sale_until: until }: ImportedProduct): void {
    if (until !== null && until <= this.#now) this.#over.push(`${sku} (${endTime(until)})`)
  }

  /** The cleaned text of a field, or why it is refused. */
  #text(fields: string[], place: FieldSource, hasLines: boolean): string | Why {
    if ('value' in place) return oneLine(place.value)
    const bytes = fields[place.index] ?? ''
    const decoded = decodeField(bytes, this.#encoding)
    if (decoded === undefined) return { reason: rowReasons.notUtf8 }
    const text = this.#map ? decodeForeign(repairLetters(decoded)) : decoded
    // Checked before control characters, which some broken letters contain.
    const broken = this.#map ? undefined : findBrokenLetters(text)
    if (broken !== undefined)
      return { reason: rowReasons.brokenLetters(broken), code: 'brokenLetters' }
    const forbidden = findForbidden(text)
    if (forbidden !== undefined) return { reason: rowReasons.forbiddenCharacter(forbidden) }
    const clean = hasLines ? manyLines(text) : oneLine(text)
    const error = findCellError(clean)
    if (error !== undefined) return { reason: error }
    return this.#map ? clean : unprotectFormula(clean)
  }

  /** Converts prices and dates written in another way. */
  #asOurs(column: Column, text: string): string {
    const { dates, decimals } = this.#map ?? {}
    if (decimals === 'comma' && PRICES.has(column)) return withPoint(text)
    return dates !== undefined && DAYS.has(column) ? plainTime(text, dates) : text
  }

  #reject(
    line: number,
    fields: string[],
    column: string | null,
    { reason, code, doubt }: Why,
  ): undefined {
    const place = this.#layout?.places.get('sku')
    const at = place && 'index' in place ? place.index : -1
    const bytes = fields[at] ?? ''
    const sku = /^[\w./-]{0,60}$/.test(bytes) ? bytes : ''
    if (sku === '' || doubt === 'rows' || (doubt === 'sku' && at > 0))
      this.report.doubtful.push(line)
    this.#note({ line, sku, column, reason, ...(code && { code }) })
  }

  #note(fault: RowFault): void {
    this.report.rejected++
    this.report.faults.push(fault)
  }

  /** The report of a file of which no row counts. */
  unreadable(faults: { column: string | null; reason: string }[]): ProductFileReport {
    const named = faults.map((fault) => ({ line: 1, sku: '', ...fault }))
    return { ...this.report, parsed: 0, rejected: 0, faults: named, isReadable: false }
  }

  finish(): ProductFileReport {
    if (!this.#layout) return this.unreadable([{ column: null, reason: fileReasons.fileEmpty }])
    // Other dates may then have been misunderstood.
    if (this.report.faults.some(({ code }) => code === 'monthFirst'))
      this.report.warnings.push(importWarnings.monthFirst)
    if (this.#over.length > 0) this.report.warnings.push(importWarnings.salesOver(this.#over))
    return this.report
  }
}

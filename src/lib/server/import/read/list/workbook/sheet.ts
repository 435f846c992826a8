import type { Readable } from 'node:stream'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { columnIndex, writeNumber } from './cell.ts'
import { decodeEscapes } from './escapes.ts'
import { type MergedCells, MergedTexts } from './merged-cells.ts'
import { MAX_CHARACTERS, type NumberForm } from './parts.ts'
import { findCellError, NOT_CALCULATED } from '#lib/server/import/read/text/cell-errors.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'
import { readXml, withRun } from './xml.ts'

/** What cells refer to. */
export type SheetContext = {
  texts: string[]
  forms: NumberForm[]
  startsIn1904: boolean
  merged?: readonly MergedCells[]
}
export type SheetRow = { line: number; cells: string[] }

/** Wider than any list: a cell beyond is a slip, or an attack on memory. */
const MAX_COLUMNS = 500
/** The last row that Excel has. Lists are put together by row number, so a larger one would cost memory. */
const MAX_ROW = 2 ** 20

/** The rows of a sheet that are not empty; `line` is Excel's row number. */
export async function* readSheet(
  stream: Readable,
  context: SheetContext,
): AsyncGenerator<SheetRow> {
  const reader = new SheetReader(context)
  const pieces = readXml(stream, reader)
  while (!(await pieces.next()).done) yield* reader.take()
}

type Cell = { column: number; type: string; form: NumberForm; text: string; hasFormula: boolean }

class SheetReader {
  #context: SheetContext
  #merged: MergedTexts
  #found: SheetRow[] = []
  #line = 0
  #cells: string[] = []
  #cell: Cell | undefined
  #characters = 0
  /** Whether the reader is inside `<v>`, or inside the `<t>` of an inline text. */
  #isValue = false

  constructor(context: SheetContext) {
    this.#context = context
    this.#merged = new MergedTexts(context.merged ?? [])
  }

  take(): SheetRow[] {
    return this.#found.splice(0)
  }

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'row') {
      this.#line = this.#lineOf(attributes['r'])
      this.#cells = []
      return
    }
    if (name === 'c') this.#cell = this.#begin(attributes)
    if (name === 'f' && this.#cell) this.#cell.hasFormula = true
    this.#isValue = name === 'v' || (name === 't' && this.#cell?.type === 'inlineStr')
  }

  text = (text: string): void => {
    if (this.#isValue && this.#cell) this.#cell.text = withRun(this.#cell.text, text)
  }

  close = (name: string): void => {
    this.#isValue = false
    if (name === 'c' && this.#cell) this.#end(this.#cell)
    if (name === 'row' && this.#cells.length > 0) {
      this.#merged.fill(this.#line, this.#cells)
      const cells = Array.from(this.#cells, (cell) => cell ?? '')
      this.#count(cells)
      this.#found.push({ line: this.#line, cells })
    }
  }

  /** A few bytes repeat a shared text, or that of a merged cell, which then becomes a copy in each cell. */
  #count(cells: readonly string[]): void {
    for (const { length } of cells) this.#characters += length
    if (this.#characters > MAX_CHARACTERS) throw new ListRefused(fileReasons.workbookLarge)
  }

  /** Rows come in the order of their numbers, of which some may be left out. */
  #lineOf(number: string | undefined): number {
    const line = Number(number ?? this.#line + 1)
    const isNext = Number.isInteger(line) && line > this.#line && line <= MAX_ROW
    if (!isNext) throw new ListRefused(fileReasons.workbookBroken)
    return line
  }

  #begin({ r = '', t = 'n', s = '0' }: Record<string, string>): Cell {
    const column = columnIndex(r) ?? this.#cells.length
    const form = this.#context.forms[Number(s)] ?? 'plain'
    return { column, type: t, form, text: '', hasFormula: false }
  }

  #end(cell: Cell): void {
    const { column } = cell
    this.#cell = undefined
    const shown = this.#show(cell)
    if (shown.trim() === '') return
    if (column >= MAX_COLUMNS) throw new ListRefused(fileReasons.workbookWide(MAX_COLUMNS))
    this.#cells[column] = shown
  }

  #show({ type, form, text, hasFormula }: Cell): string {
    const { startsIn1904, texts } = this.#context
    // A formula whose result is an empty text says that it is a text.
    if (hasFormula && text === '' && type !== 'str') return NOT_CALCULATED
    if (type === 's') return texts[Number(text)] ?? ''
    if (type === 'b') return text === '1' ? 'yes' : 'no'
    if (type === 'n') return writeNumber(text, form, startsIn1904)
    if (type === 'e') return findCellError(text) === undefined ? '#VALUE!' : text
    return decodeEscapes(text)
  }
}

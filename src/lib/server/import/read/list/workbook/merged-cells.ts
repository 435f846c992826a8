import type { Readable } from 'node:stream'
import { columnIndex } from './cell.ts'

/** Cells of one column that are merged: Excel stores the text of the first row alone. */
export type MergedCells = { column: number; from: number; to: number }

/** What follows the rows is short; more is no list of cells. */
const MAX_TAIL = 2 ** 20
const END_OF_ROWS = /<\/(?:\w+:)?sheetData>/
const LONGEST_END = 40
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g

/** The cells of a sheet that are merged downwards, which its XML names after the rows; ordered by their first row. */
export async function readMergedCells(stream: Readable): Promise<MergedCells[]> {
  const decoder = new TextDecoder()
  let text = ''
  let isTail = false
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (!isTail) {
      const end = text.search(END_OF_ROWS)
      isTail = end >= 0
      text = text.slice(isTail ? end : -LONGEST_END)
    }
    if (text.length > MAX_TAIL) break
  }
  if (!isTail) return []
  const found = [...text.matchAll(MERGED)].map(([, letters = '', from, to]) => ({
    ...{ column: columnIndex(letters) ?? 0, from: Number(from), to: Number(to) },
  }))
  return found.filter(({ from, to }) => to > from).toSorted((one, other) => one.from - other.from)
}

/** Gives each row the texts of the cells above that it is merged with; to be asked row by row. */
export class MergedTexts {
  #coming: readonly MergedCells[]
  #next = 0
  /** By column: no two ranges of a sheet overlap. */
  #open = new Map<number, { to: number; text: string }>()

  constructor(merged: readonly MergedCells[]) {
    this.#coming = merged
  }

  /** Fills in the cells of a row, of which absent ones are empty. */
  fill(line: number, cells: string[]): void {
    for (const [column, { to, text }] of this.#open) {
      if (line > to) this.#open.delete(column)
      else cells[column] ??= text
    }
    for (let one = this.#coming[this.#next]; one && one.from <= line;) {
      const text = one.from === line ? cells[one.column] : undefined
      if (text !== undefined) this.#open.set(one.column, { to: one.to, text })
      one = this.#coming[++this.#next]
    }
  }
}

import type { Column } from '#lib/server/import/read/columns/columns.ts'
import type { FaultCode } from './product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'

/** Collects what is wrong with a row while its fields are read; the first fault names the column. */
export class RowCheck {
  readonly faults: { column: Column; reason: string; code?: FaultCode }[] = []

  /**
   * Notes a fault.
   * @returns `instead`, with which reading continues
   */
  fault<Value>(column: Column, reason: string, instead: Value, code?: FaultCode): Value {
    this.faults.push({ column, reason, ...(code && { code }) })
    return instead
  }

  /** The text, or empty with a fault if it is longer than `most` characters. */
  text(column: Column, text: string, most: number, what: string = column): string {
    // Counts characters, not UTF-16 units: an emoji is one.
    const length = text.length <= most ? text.length : [...text].length
    return length <= most ? text : this.fault(column, rowReasons.tooLong(what, length, most), '')
  }

  /** The items of a list separated by `|`, without empty ones. */
  list(column: Column, text: string, most: number, what: string): string[] {
    const items = text
      .split('|')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    return items.length <= most
      ? items
      : this.fault(column, rowReasons.tooMany(what, items.length, most), [])
  }
}

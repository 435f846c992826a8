import { fieldEncoding } from '#lib/server/import/read/list/file-form.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'
import { openList, type OpenList } from '#lib/server/import/read/list/open-list.ts'
import type { RowRefusal } from '#lib/server/import/read/product/product.ts'
import { describeShape } from '#lib/server/import/read/product/row-shape.ts'
import { decodeField, unprotectFormula } from '#lib/server/import/read/text/text.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'

/** Opens the bytes of a list from the beginning. */
export type Open = () => AsyncIterable<Buffer>

/** A row of a list as texts, with the reason if it cannot be read. */
export type RawRow = { line: number; texts: string[]; refusal?: RowRefusal }

/** The rows of a list, the header first, without blank ones; no rows if the list as a whole is refused. */
export async function* readListRows(open: Open): AsyncGenerator<RawRow> {
  try {
    const list = await openList(open)
    try {
      yield* rowsOf(list)
    } finally {
      await list.close()
    }
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error
  }
}

async function* rowsOf({ form, rows }: OpenList): AsyncGenerator<RawRow> {
  const encoding = fieldEncoding(form)
  let names: string[] | undefined
  for await (const { line, fields, fault } of rows) {
    const decoded = fields.map((field) => decodeField(field, encoding))
    // A row is not blank for want of letters that can be read.
    const texts = decoded.map((text) => unprotectFormula(text?.trim() ?? '\ufffd'))
    const at = decoded.indexOf(undefined)
    if (names && !fault && at < 0 && texts.every((text) => text === '')) continue
    const head = (names ??= texts.map((name) => name.toLowerCase()))
    const notUtf8 = { column: head[at] ?? null, reason: rowReasons.notUtf8 }
    const refusal = fault
      ? describeShape({ line, fields, fault }, head)
      : at < 0
        ? undefined
        : notUtf8
    yield { line, texts, ...(refusal && { refusal }) }
  }
}

/** Joins lines, each at its earlier line number; a row may take several lines. */
export function joinLines(lines: readonly (string | undefined)[]): string {
  let isWithin = 0
  return Array.from(lines, (line) => {
    if (line !== undefined) isWithin = line.split('\n').length - 2
    else if (isWithin > 0) return void isWithin--
    return line ?? '\r\n'
  }).join('')
}

import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fieldEncoding } from './file-form.ts'
import type { ListHead } from '#lib/server/import/read/columns/matching.ts'
import { ListRefused } from './list-refused.ts'
import { openList, type OpenList } from './open-list.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { decodeField, decodeForeign, oneLine } from '#lib/server/import/read/text/text.ts'

/** Enough rows to see what a column holds. */
const MAX_ROWS = 100
/** No product list has more columns; the rest is ignored. */
const MAX_COLUMNS = 100
const LONGEST = 60

/** Reads the head of a list, or of a folder's products; or says why it cannot be read. */
export async function readHead(path: string): Promise<ListHead | { refusal: string }> {
  const file = statSync(path).isDirectory() ? join(path, 'products.csv') : path
  if (!existsSync(file)) return { refusal: fileReasons.fileEmpty }
  try {
    const list = await openList(() => createReadStream(file))
    const head = await readRows(list)
    await list.close()
    return head
  } catch (error) {
    if (error instanceof ListRefused) return { refusal: error.message }
    throw error
  }
}

async function readRows({ form, rows }: OpenList): Promise<ListHead | { refusal: string }> {
  const encoding = fieldEncoding(form)
  const decode = (field: string) => decodeField(field, encoding) ?? ''
  let names: string[] | undefined
  const lines: string[][] = []
  for await (const { fields, fault } of rows) {
    const first = fields.slice(0, MAX_COLUMNS)
    if (!names) {
      if (fault) return { refusal: fileReasons.headerBroken }
      names = first.map((field) => decode(field).trim())
    } else if (!fault && first.some((field) => field.trim() !== '')) {
      lines.push(first.map((field) => cut(oneLine(decodeForeign(decode(field))))))
    }
    if (lines.length === MAX_ROWS) break
  }
  return names ? { names, rows: lines } : { refusal: fileReasons.fileEmpty }
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

import { isColumn } from '#lib/server/import/read/columns.ts'
import { fieldEncoding } from '#lib/server/import/read/file-form.ts'
import { ListRefused } from '#lib/server/import/read/list-refused.ts'
import { openList, type OpenList } from '#lib/server/import/read/open-list.ts'
import { decodeField } from '#lib/server/import/read/text.ts'
import { PACK_COLUMNS } from './pack-cells.ts'

const SAYS = ['price', 'oldprice', 'stock', 'cost'] as const
/** More rows than this are no shop of ours. */
const MAX_ROWS = 200_000

type Kind = (typeof PACK_COLUMNS)[number]
type Says = (typeof SAYS)[number]

/** What a row says of one pack of a product; a cell that the list does not have is not there. */
export type PackSaid = {
  line: number
  sku: string
  label: string
  cells: Partial<Record<Says, string>>
}

/** A list with a row for each pack: what its packs differ by, and what else it says of them. */
export type PackRows = { kind: Kind; says: Says[]; rows: PackSaid[] }

/**
 * The rows of a list that has a sku, what packs differ by, and prices or stocks, each row of one pack;
 * undefined of any other list, and of one that is not whole.
 */
export async function readPackRows(
  open: () => AsyncIterable<Buffer>,
): Promise<PackRows | undefined> {
  try {
    const list = await openList(open)
    try {
      return await readRows(list)
    } finally {
      await list.close()
    }
  } catch (error) {
    if (error instanceof ListRefused) return undefined
    throw error
  }
}

async function readRows({ form, rows }: OpenList): Promise<PackRows | undefined> {
  const encoding = fieldEncoding(form)
  let head: { names: string[]; kind: Kind; says: Says[] } | undefined
  const found: PackSaid[] = []
  const seen = new Set<string>()
  for await (const { line, fields, fault } of rows) {
    const texts = fields.map((field) => decodeField(field, encoding)?.trim() ?? '')
    if (!head) {
      head = readHeader(texts)
      if (!head) return undefined
    } else if (fault || texts.some((text) => text !== '')) {
      const { names, kind, says } = head
      const of = (name: string) => texts[names.indexOf(name)] ?? ''
      const [sku, label] = [of('sku'), of(kind)]
      const key = `${sku}\n${label}`
      const isNone = /[=|]/.test(label) || sku === '' || seen.has(key)
      if (fault || texts.length !== names.length || isNone) return undefined
      if (seen.add(key).size > MAX_ROWS) return undefined
      const cells = Object.fromEntries(says.map((name) => [name, of(name)]))
      found.push({ line, sku, label, cells })
    }
  }
  return head && { kind: head.kind, says: head.says, rows: found }
}

/** What a header says; undefined where that is not the packs of a product alone. */
function readHeader(texts: string[]) {
  const names = texts.map((name) => name.toLowerCase())
  const [kind, ...others] = PACK_COLUMNS.filter((column) => names.includes(column))
  const says = SAYS.filter((column) => names.includes(column))
  const isAll = names.filter(isColumn).length === 2 + says.length
  if (!kind || others.length > 0 || says.length === 0) return undefined
  return isAll && names.includes('sku') ? { names, kind, says } : undefined
}

import { isColumn } from '#lib/server/import/read/columns.ts'
import { fieldEncoding } from '#lib/server/import/read/file-form.ts'
import { ListRefused } from '#lib/server/import/read/list-refused.ts'
import { openList, type OpenList } from '#lib/server/import/read/open-list.ts'
import { decodeField } from '#lib/server/import/read/text.ts'
import { PACK_COLUMNS } from './pack-cells.ts'

const SAYS = ['price', 'oldprice', 'stock'] as const
/** More rows than this are no shop of ours. */
const MOST_ROWS = 200_000

/** What a row says of one pack of a product; a cell that the list does not have is not there. */
export type PackSaid = {
  line: number
  sku: string
  label: string
  cells: Partial<Record<(typeof SAYS)[number], string>>
}

/**
 * The rows of a list that has a sku, what packs differ by, and prices or stocks, each row of one pack;
 * undefined of any other list, and of one that is not whole.
 */
export async function readPackRows(
  open: () => AsyncIterable<Buffer>,
): Promise<PackSaid[] | undefined> {
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

async function readRows({ form, rows }: OpenList): Promise<PackSaid[] | undefined> {
  const encoding = fieldEncoding(form)
  let names: string[] | undefined
  const found: PackSaid[] = []
  const seen = new Set<string>()
  for await (const { line, fields, fault } of rows) {
    const texts = fields.map((field) => decodeField(field, encoding)?.trim() ?? '')
    if (!names) {
      names = texts.map((name) => name.toLowerCase())
      if (!isPackHeader(names)) return undefined
    } else if (fault || texts.some((text) => text !== '')) {
      const said = toSaid(names, texts, line)
      const key = `${said.sku}\n${said.label}`
      const isNone = /[=|]/.test(said.label) || said.sku === '' || seen.has(key)
      if (fault || texts.length !== names.length || isNone) return undefined
      if (seen.add(key).size > MOST_ROWS) return undefined
      found.push(said)
    }
  }
  return found
}

function isPackHeader(names: string[]): boolean {
  const known = names.filter(isColumn)
  const kinds = known.filter((name) => PACK_COLUMNS.some((kind) => kind === name))
  const says = known.filter((name) => SAYS.some((column) => column === name))
  const isAll = known.length === 1 + kinds.length + says.length
  return isAll && known.includes('sku') && kinds.length === 1 && says.length > 0
}

function toSaid(names: string[], texts: string[], line: number): PackSaid {
  const of = (name: string) => texts[names.indexOf(name)] ?? ''
  const kind = PACK_COLUMNS.find((column) => names.includes(column)) ?? 'weight'
  const cells = SAYS.flatMap((name) => (names.includes(name) ? [[name, of(name)]] : []))
  return { line, sku: of('sku'), label: of(kind), cells: Object.fromEntries(cells) }
}

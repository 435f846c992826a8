import { counted } from '#lib/texts/counted.ts'
import { quoted } from '#lib/texts/quoted.ts'

type KeptPacks = { sku: string; kind: string; labels: string[] }
const newThings = {
  category: ['category', 'categories'],
  subcategory: ['sub-category', 'sub-categories'],
  brand: ['brand', 'brands'],
} as const

type SharedIds = { count: number; id: string; one: string; other: string }
type Misspelt = { name: string; like?: string | undefined }
const withLike = ({ name, like }: Misspelt): string =>
  like === undefined ? quoted(name) : `${quoted(name)} (did you mean ${quoted(like)}?)`

/** What an editor is told about a list that is accepted, but only in part or with modifications. */
export const importWarnings = {
  partial: (columns: string[]) =>
    `The list changes only ${columns.join(', ')} of products already in the shop`,
  unknownColumns: (names: string[]) =>
    `${names.length === 1 ? 'This column is' : 'These columns are'} unknown and left out: ${names.join(', ')}`,
  readAs: (encoding: string) =>
    `The file is saved as ${encoding}, not UTF-8, and is read that way. Check that accents are right`,
  oneSheet: (name: string, others: string[]) =>
    `Only the sheet ${quoted(name)} is read; left out: ${others.slice(0, 5).join(', ')}`,
  mergedCells: 'What stands in merged cells counts for each of their rows',
  separatedBy: (name: string) => `The columns are separated by ${name} and are read that way`,
  monthFirst:
    'Dates in the list have the month first, such as 11/27/2026, so 05/11/2026 may be the 11th of May: say under “Match columns” which comes first',
  salesOver: (ends: string[]) =>
    `${counted(ends.length, 'sale is', 'sales are')} over already, so no price changes by ${ends.length === 1 ? 'it' : 'them'}: ${ends.slice(0, 3).join(', ')}${ends.length > 3 ? ' …' : ''}`,
  newNames: (what: 'category' | 'subcategory' | 'brand', names: readonly Misspelt[]) => {
    const [one, many] = newThings[what]
    const shown = [...names].sort((a, b) => Number(Boolean(b.like)) - Number(Boolean(a.like)))
    const said = shown.slice(0, 5).map(withLike)
    const more = names.length > said.length ? ' …' : ''
    return `${counted(names.length, `new ${one}`, `new ${many}`)}: ${said.join(', ')}${more}`
  },
  drafts: (count: number) =>
    `${counted(count, 'product is', 'products are')} unpublished in the other shop and ${count === 1 ? 'was' : 'were'} left out`,
  picturesMissing: (names: string[]) =>
    `${counted(names.length, 'picture is', 'pictures are')} not in the folder images beside the file, so left out: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`,
  withdrawsNone: (lines: readonly number[]) =>
    `No product is withdrawn, since it is uncertain which products the refused ${lines.length === 1 ? 'row has' : 'rows have'} (line ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ' …' : ''}): correct ${lines.length === 1 ? 'it' : 'them'} first`,
  stockShort: (count: number) =>
    `For ${counted(count, 'stock')}, more was taken away than was left; ${count === 1 ? 'it is' : 'they are'} now 0`,
  ownersKept: (fields: string[]) =>
    `shop.json: ${fields.join(', ')} ${fields.length === 1 ? 'stays as it is' : 'stay as they are'}: only an owner can change ${fields.length === 1 ? 'it' : 'them'}`,
  partsKept: (files: string[]) =>
    `Something of ${files.join(', ')} is refused, so nothing of ${files.length === 1 ? 'it' : 'them'} counts: the shop keeps what it has`,
  strayLinks: (links: string[]) =>
    `banners.csv: ${links.join(', ')} ${links.length === 1 ? 'is no page' : 'are no pages'} of this shop`,
  strayReturns: (names: readonly Misspelt[]) =>
    `shop.json, noreturns: no category, sub-category or SKU of the shop is called ${names.slice(0, 5).map(withLike).join(' or ')}${names.length > 5 ? ' …' : ''}`,
  sharedIds: ({ count, id, one, other }: SharedIds) =>
    `In Google's feed ${counted(count, 'id stands', 'ids stand')} for two products, of which Google takes only one: ${id} for ${one} and ${other}${count > 1 ? ' …' : ''}. Rename a pack, or give one another SKU`,
  packsKept: (kept: KeptPacks[]) => {
    const count = kept.length
    const named = kept.slice(0, 3).map(({ sku, labels }) => `${sku} (${labels.join(', ')})`)
    const kinds = [...new Set(kept.map(({ kind }) => kind))].join(' or ')
    const ways = `To change them, use the columns sku, ${kinds} and price, with a row for each pack`
    return `${counted(count, 'product keeps', 'products keep')} the prices of packs, not the price in the list: ${named.join('; ')}${count > 3 ? '; …' : ''}. ${ways}`
  },
  otherFile: (file: string) => `${file} is not a Markdown file (.md) and is left out`,
}

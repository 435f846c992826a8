import type { Column } from './columns/columns.ts'
import type { Surroundings } from './folder/folder.ts'
import type { KeptPicture } from './pictures/pictures.ts'

/**
 * What happens to a stock of unknown age if units were sold since the last export: `ask` refuses the list, `keep`
 * leaves stocks alone, `set` takes the numbers for counts of the shelf now.
 */
export type StockMode = 'ask' | 'keep' | 'set'

/** Whose value counts if a list and a colleague's import changed the same field differently. */
export type Side = 'mine' | 'theirs'

/** How to merge a list with what others imported since it was written. */
export type MergeWith = {
  /** The shop's last import when the list was first checked. Rows of an export know their own, by number and time. */
  base: number
  /**
   * Answers to conflicts, by key, and (`rest`) to those not shown. They count for conflicts up to the import
   * `askedAt`.
   */
  answers?: Record<string, Side>
  rest?: Side | undefined
  askedAt: number
  /**
   * The editor wants the list as it is: it overwrites what others did up to `base`, even through rows of older
   * exports.
   */
  isAsIs?: boolean
}

/** Everything that an import contains, validated. */
export type ImportPlan = {
  source: string
  /** The key of the staged rows. */
  key: string
  accepted: number
  rejected: number
  /** Columns of the product file; fields without a column stay as they are. */
  columns: Set<Column>
  /** Categories and sub-categories of the products, in the order of the file. */
  categories: { category: string; subcategory: string }[]
  listed: Surroundings['categories']
  banners: Surroundings['banners']
  deliveryPins: Surroundings['deliveryPins']
  synonyms: Surroundings['synonyms']
  shop: Surroundings['shop']
  unnamedOfShop: Surroundings['unnamedOfShop']
  contents: Surroundings['contents']
  refusedFiles: Surroundings['refusedFiles']
  /** Pictures by file name. */
  pictures: Map<string, KeptPicture>
  /** Pictures that other products already have, for names that come without a file. */
  knownPictures: Map<string, KeptPicture>
  withdraws: boolean
  /** SKUs of refused rows. Their products are not withdrawn, since the file does have them. */
  refusedSkus: Set<string>
  /** The email of whoever imports; empty for the command line. */
  editor: string
  isDryRun: boolean
  /** Leaves out rows that do not fit the shop; otherwise such a row refuses the whole import. */
  skipsInvalid: boolean
  stockMode: StockMode
  /** Without it, the list overwrites. `written`: the oldest last import that any of its rows knew. */
  merge?: (MergeWith & { written: number }) | undefined
  onSaved: (done: number, total: number) => void
}

import type { Column } from './columns.ts'
import type { Surroundings } from './folder.ts'
import type { KeptPicture } from './pictures/pictures.ts'

/**
 * What becomes of a count whose age nobody knows, where units were sold since the last export: `ask`
 * refuses the list, `keep` leaves the stocks alone, `set` takes them for counts of the shelf now.
 */
export type StockMode = 'ask' | 'keep' | 'set'

/** Whose value counts where a list and a colleague's import changed the same field differently. */
export type Side = 'mine' | 'theirs'

/** How a list is merged with what others imported since it was written. */
export type MergeWith = {
  /** The shop's last import when the list was first checked; a row of an export knows its own, by number and time. */
  base: number
  /** What was said of conflicts, and of those that were not shown, after the import `askedAt`. */
  answers?: Record<string, Side>
  rest?: Side | undefined
  askedAt: number
  /** The editor wants the list as it is: it overwrites what others did before `base`, even by rows of older exports. */
  isAsIs?: boolean
}

/** Everything that an import brings, validated. */
export type ImportPlan = {
  source: string
  /** Key of the staged rows. */
  key: string
  accepted: number
  rejected: number
  /** Columns that the product file has; what it lacks stays as it is. */
  columns: Set<Column>
  /** Categories and sub-categories that the products name, in the order of the file. */
  categories: { category: string; subcategory: string }[]
  listed: Surroundings['categories']
  banners: Surroundings['banners']
  deliveryPins: Surroundings['deliveryPins']
  synonyms: Surroundings['synonyms']
  shop: Surroundings['shop']
  contents: Surroundings['contents']
  /** Pictures by file name. */
  pictures: Map<string, KeptPicture>
  /** Pictures that other products have under names which come without a file. */
  knownPictures: Map<string, KeptPicture>
  withdraws: boolean
  /** Products of refused rows, which are not withdrawn: the file does not lack them. */
  refusedSkus: Set<string>
  /** Who imports; empty for the command line. */
  editor: string
  isDryRun: boolean
  /** Rows that do not fit what the shop has are left out; else nothing is imported. */
  skipsInvalid: boolean
  stockMode: StockMode
  /** Without it the list counts as it is. `written` is the oldest state that something of it knows. */
  merge?: (MergeWith & { written: number }) | undefined
  onSaved: (done: number, total: number) => void
}

import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { AccountTables } from './schema/accounts.ts'
import type { CartTables, ReviewMarks, ReviewModeration } from './schema/cart.ts'
import type { OrderTables } from './schema/orders.ts'
import type {
  CatalogueExportTable,
  ImportChangeTable,
  ImportStockTable,
  ImportUndoColumns,
  Optional,
  SaleColumns,
  SaleTimeColumns,
} from './schema/editors.ts'
import type { CounterTables } from './schema/counter.ts'
import type { DeskTables } from './schema/desk.ts'
import type { GuestTables } from './schema/guests.ts'

/** Stored as 0 or 1 on both databases. */
type Flag = ColumnType<number, number | boolean, number | boolean>

export type CategoryTable = {
  id: string
  parent_id: string | null
  name: string
  image: string | null
  picture_id: string | null
  position: number
  /** The category that took over all its products: its address leads there. */
  moved_to: Optional<string>
}

/** A source picture, identified by its content; the files made of it are in DATA_DIR/uploads. */
type PictureTable = { id: string; width: number; height: number }

/** The fields that an editor sets. Lists (`rams`, `countries` …) are joined by `|`, as in the files. */
export type ProductFields = {
  sku: string
  name: string
  brand: string
  description: string
  price_paise: number
  oldprice_paise: number | null
  stock: number | null
  unit: string
  is_featured: Flag
  rams: string
  sizes: string
  weights: string
  pack_kind: 'ram' | 'size' | 'weight' | null
  countries: string
  aliases: string
  gtin: string
  /** Tenths of a star. */
  initial_rating: number | null
  specs: string
  hsn: string
  gst_percent: number | null
  veg: 'veg' | 'nonveg' | ''
  origin: string
  shelflife: string
  /** The reorder level; null if none is set. */
  reorder: Optional<number>
  /** The purchase price, for packs by label, as in the files; shoppers never see it. */
  cost: Generated<string>
}

export type ProductTable = ProductFields &
  SaleColumns &
  SaleTimeColumns & {
    id: string
    /** Counts up in the order in which products were added; determines the sequence in files, and the sitemap chunk. */
    number: number
    category_id: string
    subcat_id: string | null
    review_count: Generated<number>
    review_sum: Generated<number>
    /** The price per kilogram or litre, by the label of the first pack; null if that names neither. */
    unit_paise: Optional<number>
    created_at: number
    changed_at: number
    withdrawn_at: number | null
  }

export type PackTable = SaleColumns & {
  product_id: string
  label: string
  position: number
  price_paise: number
  oldprice_paise: number | null
  stock: number | null
}

type ProductImageTable = {
  product_id: string
  position: number
  /** The file's name in the catalogue folder's images/. */
  file: string
  picture_id: string
}

export type BannerTable = {
  position: number
  image: string
  picture_id: string
  alt: string
  title: string
  text: string
  link: string
  /** Null means without a beginning, or without an end. */
  shown_from: number | null
  shown_until: number | null
  /** 1 or 0; changed at the times above, so that pages match the data at any time. */
  is_shown: number
}

type ReviewTable = ReviewMarks &
  ReviewModeration & {
    id: string
    product_id: string
    user_id: string
    customer_name: string
    text: string
    rating: number
    created_at: number
  }

type NewsletterTable = {
  email: string
  created_at: number
  /** When the owner of the address confirmed it; null until then. */
  confirmed_at: Optional<number>
}

type CatalogueImportTable = ImportUndoColumns & {
  id: number
  source: string
  added: number
  changed: number
  unchanged: number
  withdrawn: number
  rejected: number
  created_at: number
}

/** Rows of an import that is still being read; they are applied in one transaction. */
type ImportRowTable = { import_key: string; position: number; sku: string; data: string }

/** A single row that counts the committed changes of the catalogue. Its lock makes writers take turns. */
type CatalogueVersionTable = { id: number; version: number }

/** What each version changed: names of reads, one per line, for the publisher. */
type CatalogueChangeTable = { version: number; names: string; created_at: number }

/** A published folder: its version, the build that made it, and who is publishing it. */
type SiteTable = {
  id: string
  build: string
  version: number
  lease_owner: string | null
  lease_until: number
}

/** A brand that no longer has products, and the one that all of them moved to; both by id. */
type BrandMoveTable = { id: string; moved_to: string }

/** A line of synonyms.csv: names of the same thing, joined by `|`. */
type SynonymTable = { position: number; names: string }

/** A published file: what was read while rendering it (`|name|name|`), and its fingerprint. */
type PageTable = { site_id: string; path: string; reads: string; fingerprint: string }

/** The catalogue's shop.json, as text. */
type ShopTable = { id: number; json: string }

/** A page or an article of catalogue/pages and catalogue/blog; `body` is Markdown. */
export type ContentPageTable = {
  kind: 'page' | 'blog'
  id: string
  title: string
  description: string
  body: string
  /** `2026-11-05`; null where the file names no date. */
  published_on: string | null
  /** Whether visitors see it: an article with a date to come waits for that day. */
  is_shown: Flag
  /** Addresses that lead to it, as its file names them: `soft-rotis, rotis`. */
  formerly: Generated<string>
  changed_at: number
}

/** A message from the contact form. */
type ContactMessageTable = {
  id: string
  name: string
  email: string
  message: string
  created_at: number
  answered_at: Generated<number | null>
}

/** A job: work to be done later and, after a crash, again; queued with the change that asks for it. */
export type JobTable = {
  id: string
  kind: string
  /** JSON, parsed by the schema of its kind. */
  payload: string
  run_at: number
  /** How often it was taken, and how often it failed; in the other cases its process ended. */
  attempts: Generated<number>
  failures: Generated<number>
  lease_owner: string | null
  lease_until: Generated<number>
  /** When it was given up: the dead letter list (F42). */
  failed_at: number | null
  last_error: string | null
  created_at: number
}

export type Database = AccountTables &
  CartTables &
  CounterTables &
  DeskTables &
  GuestTables &
  OrderTables & {
    category: CategoryTable
    picture: PictureTable
    product: ProductTable
    pack: PackTable
    product_image: ProductImageTable
    banner: BannerTable
    review: ReviewTable
    newsletter: NewsletterTable
    catalogue_import: CatalogueImportTable
    import_change: ImportChangeTable
    import_stock: ImportStockTable
    catalogue_export: CatalogueExportTable
    import_row: ImportRowTable
    catalogue_version: CatalogueVersionTable
    catalogue_change: CatalogueChangeTable
    site: SiteTable
    page: PageTable
    shop: ShopTable
    synonym: SynonymTable
    brand_move: BrandMoveTable
    content_page: ContentPageTable
    contact_message: ContactMessageTable
    job: JobTable
  }

/** The shop's database. Functions that begin no transaction of their own take one in progress as well. */
export type Db = Kysely<Database>
/** A transaction in progress. */
export type Trx = Transaction<Database>

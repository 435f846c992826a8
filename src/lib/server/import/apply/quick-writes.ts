import { type RawBuilder, sql, type Transaction } from 'kysely'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import type { Database } from '#lib/server/database/schema.ts'
import type { LoggedChange } from './change-log.ts'
import { FIELDS, type StoredProduct, type Wanted } from './product-merge.ts'
import type { ProductNames } from './product-names.ts'

/** A change of some columns of a product that is on sale, and what it comes to. */
export type QuickChange = {
  id: string
  sku: string
  /** Of the staged row, where it is to be decided anew. */
  position: number
  known: StoredProduct
  wanted: Wanted
  names: ProductNames
  log: LoggedChange[]
  arePacksChanged: boolean
  /** Its price was said, but that of its packs counts. */
  isPriceKept: boolean
}

/** Rows of one statement; SQLite takes 32,766 values. */
const BATCH = 500
const PACK_FIELDS = [
  ...(['price_paise', 'oldprice_paise'] as const),
  ...(['sale_paise', 'base_paise', 'base_oldprice_paise'] as const),
]

/** Whether only columns change: no stock, no pack that comes, goes or takes another's place. */
export function isQuick(known: StoredProduct, wanted: Wanted): boolean {
  const stocksOf = ({ stock, packs }: Wanted) =>
    JSON.stringify([stock, packs.map((pack) => [pack.label, pack.stock])])
  return stocksOf(known) === stocksOf(wanted)
}

/** Of these changes those whose product is no longer what they were prepared for. */
export async function findStale(
  trx: Transaction<Database>,
  changes: QuickChange[],
): Promise<Set<string>> {
  const stale = new Set<string>()
  await inBatches(changes, async (some) => {
    const seen = some.map(({ id, known }) => sql`(${id}, ${known.changed_at}, ${known.sale_is_on})`)
    const { rows } = await sql<{
      id: string
    }>`with seen(id, at, is_on) as (values ${sql.join(seen)})
      select product.id from seen join product on product.id = seen.id
      where product.changed_at = cast(seen.at as bigint)
        and product.sale_is_on = cast(seen.is_on as bigint) and withdrawn_at is null`.execute(trx)
    const fresh = new Set(rows.map(({ id }) => id))
    for (const { id } of some) if (!fresh.has(id)) stale.add(id)
  })
  return stale
}

/** Writes the columns that change and no others: some hundreds of products in a statement. */
export async function writeQuickly(
  trx: Transaction<Database>,
  changes: QuickChange[],
  now: number,
): Promise<void> {
  const groups = new Map<string, { fields: string[]; rows: unknown[][] }>()
  for (const { id, known, wanted } of changes) {
    const before: Record<string, unknown> = { ...known }
    const after: Record<string, unknown> = { ...wanted, unit_paise: unitPaise(wanted) }
    const fields = [...FIELDS, 'unit_paise'].filter((field) => before[field] !== after[field])
    // The kind of a column is that of its values: where one is null the other is not.
    const kinds = fields.map((field) => kindOf(before[field] ?? after[field]))
    const key = fields.join()
    const group = groups.get(key) ?? {
      fields: fields.map((f, at) => `${f} ${kinds[at]}`),
      rows: [],
    }
    groups.set(key, group)
    group.rows.push([id, ...fields.map((field) => after[field])])
  }
  for (const { fields, rows } of groups.values()) {
    await inBatches(rows, (some) => writeColumns(trx, fields, some, now))
  }
  await writePacks(
    trx,
    changes.filter(({ arePacksChanged }) => arePacksChanged),
  )
}

const unitPaise = ({ price_paise, packs, unit }: Wanted) =>
  unitPrice(price_paise, packs[0]?.label ?? unit)?.paise ?? null

const kindOf = (value: unknown) => (typeof value === 'string' ? 'text' : 'bigint')

async function writeColumns(
  trx: Transaction<Database>,
  columns: string[],
  rows: unknown[][],
  now: number,
): Promise<void> {
  const fields = columns.map((column) => column.split(' ', 2))
  const sets = fields.map(
    ([name = '', kind], at) =>
      sql`${sql.ref(name)} = cast(${sql.ref(`w.c${at}`)} as ${kind === 'text' ? sql`text` : sql`bigint`})`,
  )
  const names = sql.join(['id', ...fields.map((_, at) => `c${at}`)].map((name) => sql.ref(name)))
  await sql`with w(${names}) as (values ${valuesOf(rows)})
    update product set ${sql.join([...sets, sql`changed_at = ${now}`])}
    from w where product.id = w.id`.execute(trx)
}

/** Packs that stay what they are but for their prices. */
async function writePacks(trx: Transaction<Database>, changes: QuickChange[]): Promise<void> {
  const rows = changes.flatMap(({ id, wanted }) =>
    wanted.packs.map((pack) => [id, pack.label, ...PACK_FIELDS.map((field) => pack[field])]),
  )
  const names = sql.join(['id', 'label', ...PACK_FIELDS].map((name) => sql.ref(name)))
  const sets = PACK_FIELDS.map(
    (name) => sql`${sql.ref(name)} = cast(${sql.ref(`w.${name}`)} as bigint)`,
  )
  await inBatches(rows, async (some) => {
    await sql`with w(${names}) as (values ${valuesOf(some)})
      update pack set ${sql.join(sets)}
      from w where pack.product_id = w.id and pack.label = w.label`.execute(trx)
  })
}

const valuesOf = (rows: unknown[][]): RawBuilder<unknown> =>
  sql.join(rows.map((row) => sql`(${sql.join(row)})`))

async function inBatches<Row>(rows: Row[], write: (some: Row[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) await write(rows.slice(at, at + BATCH))
}

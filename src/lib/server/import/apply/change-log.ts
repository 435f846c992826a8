import type { CompiledQuery } from 'kysely'
import { withoutSale } from '#lib/server/catalogue/sale-price.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { ImportChangeTable } from '#lib/server/database/schema/editors.ts'
import { FIELDS, type StoredProduct, type Wanted } from './product-merge.ts'

/** Fields of a thing by name, with values that JSON can hold. */
export type Fields = Record<string, unknown>
/** A change: the whole thing if `before` or `after` is null, otherwise only the fields that differ. */
export type LoggedChange = {
  kind: ImportChangeTable['kind']
  key: string
  before: Fields | null
  after: Fields | null
}

/** Rows per statement: SQLite allows at most 32,766 values in one. */
const BATCH = 2000

/** Records what an import changes, so that it can be shown and taken back. */
export class ChangeLog {
  readonly changes: LoggedChange[] = []
  #adopted = new Set<LoggedChange>()
  #queries: CompiledQuery[] = []
  /** Whether new products are logged with all their fields, to be shown. */
  #isDetailed: boolean

  constructor(isDetailed: boolean) {
    this.#isDetailed = isDetailed
  }

  /** Logs the fields that differ; nothing if none does. */
  note(kind: LoggedChange['kind'], key: string, before: Fields | null, after: Fields | null): void {
    if (before === null || after === null) {
      this.changes.push({ kind, key, before, after })
      return
    }
    const differing = Object.keys(after).filter((field) => !isSame(before[field], after[field]))
    if (differing.length === 0) return
    const only = (fields: Fields) => Object.fromEntries(differing.map((f) => [f, fields[f]]))
    this.changes.push({ kind, key, before: only(before), after: only(after) })
  }

  /** Logs a further change of a thing that may be logged already. */
  noteMore(kind: LoggedChange['kind'], key: string, before: Fields, after: Fields): void {
    const known = this.changes.find((change) => change.kind === kind && change.key === key)
    if (known) known.after = { ...known.after, ...after }
    else this.note(kind, key, before, after)
  }

  product(before: StoredProduct | undefined, after: Logged): void {
    if (before) this.note('product', after.id, fieldsOf(before), fieldsOf(after))
    // An undo only needs to know that the product is new.
    else this.note('product', after.id, null, this.#isDetailed ? fieldsOf(after) : {})
  }

  /** Logs changes whose statements were compiled before the lock was taken. */
  adopt(changes: readonly LoggedChange[], queries: readonly CompiledQuery[]): void {
    for (const change of changes) {
      this.changes.push(change)
      this.#adopted.add(change)
    }
    this.#queries.push(...queries)
  }

  async save(trx: Trx, importId: number): Promise<void> {
    const rest = this.changes.filter((change) => !this.#adopted.has(change))
    for (const query of [...this.#queries, ...compileLog(trx, rest)]) {
      const parameters = query.parameters.map((value) => (value === NO_IMPORT ? importId : value))
      await trx.executeQuery({ ...query, parameters })
    }
  }
}

/** Placeholder for the import's number, which is known only when the import is recorded; no other value is -1. */
const NO_IMPORT = -1

/** Compiles the statements that store changes in the history, for `adopt`. */
export function compileLog(db: Db, changes: readonly LoggedChange[]): CompiledQuery[] {
  const queries: CompiledQuery[] = []
  for (let at = 0; at < changes.length; at += BATCH) {
    const rows = changes.slice(at, at + BATCH).map(({ kind, key, before, after }) => ({
      ...{ import_id: NO_IMPORT, kind, key },
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    }))
    queries.push(db.insertInto('import_change').values(rows).compile())
  }
  return queries
}

export type Logged = Wanted & { id: string; changed_at: number; withdrawn_at: number | null }

const PACK_FIELDS = ['label', 'price_paise', 'oldprice_paise', 'stock', 'sale_paise'] as const
const DERIVED: readonly string[] = ['base_paise', 'base_oldprice_paise', 'sale_is_on']

/** A product as an editor sees it, with its usual prices even during a sale. */
export function fieldsOf(product: Logged): Fields {
  const plain: Logged = withoutSale(product)
  const own = FIELDS.filter((field) => !DERIVED.includes(field)).map((f) => [f, plain[f]])
  return {
    ...Object.fromEntries(own),
    packs: plain.packs.map((pack) => Object.fromEntries(PACK_FIELDS.map((f) => [f, pack[f]]))),
    images: plain.images,
    changed_at: plain.changed_at,
    withdrawn_at: plain.withdrawn_at,
  }
}

/** Whether two values are the same as JSON. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Everything that an import changed. */
export async function loadChanges(db: Db, id: number): Promise<LoggedChange[]> {
  const rows = await db
    .selectFrom('import_change')
    .selectAll()
    .where('import_id', '=', id)
    .execute()
  return rows.map(({ kind, key, before, after }) => ({
    ...{ kind, key },
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  }))
}

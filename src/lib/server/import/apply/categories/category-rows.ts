import type { ExpressionBuilder } from 'kysely'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'
import type { CategoryRow } from './category-names.ts'
import { slug, takeId } from '#lib/server/import/apply/ids.ts'

/**
 * The first position of categories that no categories.csv names; they are appended in the order in which they
 * appear.
 */
export const FIRST_APPENDED = 1_000_000

/** Whether a position was given by categories.csv. */
export const isListedPlace = (position: unknown): boolean =>
  typeof position === 'number' && position >= 0 && position < FIRST_APPENDED

const BATCH = 500

/** The rows of the category table during an import. Ids are given once and never change. */
export class CategoryRows {
  readonly byId = new Map<string, CategoryRow>()
  /** Copies of the rows as they were read. */
  readonly before: readonly CategoryRow[]
  #trx: Db
  #stored = new Map<string, string>()
  #idByName = new Map<string, string>()
  #taken: Set<string>

  private constructor(trx: Db, rows: CategoryRow[]) {
    this.#trx = trx
    this.before = rows.map((row) => ({ ...row }))
    for (const row of rows) {
      this.#stored.set(row.id, JSON.stringify(row))
      this.#put({ ...row })
    }
    this.#taken = new Set(this.byId.keys())
  }

  static async open(trx: Db): Promise<CategoryRows> {
    const rows = await trx
      .selectFrom('category')
      .select(['id', 'parent_id', 'name', 'image', 'picture_id', 'position', 'moved_to'])
      .orderBy('position')
      .orderBy('id')
      .execute()
    return new CategoryRows(trx, rows)
  }

  /** The id of a category by its name, ignoring case, and its parent's id. */
  idOf(parentId: string | null, name: string): string | undefined {
    return this.#idByName.get(keyOf(parentId, name))
  }

  /** The category with this name; created, but not shown yet, if there is none. */
  need(parentId: string | null, name: string, shared: Set<string>): CategoryRow {
    const known = this.byId.get(this.idOf(parentId, name) ?? '')
    if (known) return known
    const short = slug(name) || 'category'
    const long = parentId === null ? short : `${parentId}-${short}`
    const wanted = parentId !== null && shared.has(fold(name)) ? [long] : [short, long]
    const id = takeId(this.#taken, wanted)
    return this.#put({
      id,
      parent_id: parentId,
      name,
      image: null,
      picture_id: null,
      position: HIDDEN,
      moved_to: null,
    })
  }

  #put(row: CategoryRow): CategoryRow {
    this.byId.set(row.id, row)
    this.#idByName.set(keyOf(row.parent_id, row.name), row.id)
    return row
  }

  /** The position after all others, for an appended category. */
  nextPosition(): number {
    const positions = [...this.byId.values()].map((row) => row.position)
    return Math.max(FIRST_APPENDED - 1, ...positions) + 1
  }

  /** Ids of categories and sub-categories that have products on sale. */
  async used(): Promise<Set<string>> {
    const rows = await this.#trx
      .selectFrom('category')
      .select('id')
      .where((eb) =>
        eb.or([eb.exists(soldIn(eb, 'category_id')), eb.exists(soldIn(eb, 'subcat_id'))]),
      )
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** Writes the rows that have changed since they were read or last saved. */
  async save(): Promise<void> {
    const rows = [...this.byId.values()].filter(
      (row) => this.#stored.get(row.id) !== JSON.stringify(row),
    )
    // Parents first, because of the foreign key.
    rows.sort((a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null))
    for (let at = 0; at < rows.length; at += BATCH) {
      await this.#trx
        .insertInto('category')
        .values(rows.slice(at, at + BATCH))
        .onConflict((oc) =>
          oc.column('id').doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            image: eb.ref('excluded.image'),
            picture_id: eb.ref('excluded.picture_id'),
            position: eb.ref('excluded.position'),
            moved_to: eb.ref('excluded.moved_to'),
          })),
        )
        .execute()
    }
    for (const row of rows) this.#stored.set(row.id, JSON.stringify(row))
  }
}

/** Names that differ only in case, or in how Unicode spells a letter, are the same category. */
export const fold = (name: string) => name.normalize('NFC').toLowerCase()
const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}\n${fold(name)}`

const soldIn = (eb: ExpressionBuilder<Database, 'category'>, column: 'category_id' | 'subcat_id') =>
  eb
    .selectFrom('product')
    .select('product.id')
    .where('withdrawn_at', 'is', null)
    .whereRef(column, '=', 'category.id')

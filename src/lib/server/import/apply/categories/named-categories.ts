import { comparableName } from '#lib/catalogue/returns.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { CategoryRow } from './category-names.ts'

export type NamedCategory = Pick<CategoryRow, 'id' | 'parent_id' | 'name' | 'position' | 'moved_to'>

/** The shop's categories and sub-categories, found by what `noreturns` of shop.json may call them. */
export class NamedCategories {
  readonly all: ReadonlyMap<string, NamedCategory>
  #byName = new Map<string, NamedCategory[]>()

  private constructor(all: Map<string, NamedCategory>) {
    this.all = all
    for (const category of all.values()) {
      for (const name of this.namesOf(category)) {
        const key = comparableName(name)
        this.#byName.set(key, [...(this.#byName.get(key) ?? []), category])
      }
    }
  }

  static async load(db: Db): Promise<NamedCategories> {
    const rows = await db
      .selectFrom('category')
      .select(['id', 'parent_id', 'name', 'position', 'moved_to'])
      .orderBy('id')
      .execute()
    return new NamedCategories(new Map(rows.map((row) => [row.id, row])))
  }

  /** The categories with this name, hidden ones too: of a sub-category alone, or after that of its category. */
  called(name: string): NamedCategory[] {
    return this.#byName.get(comparableName(name)) ?? []
  }

  /** The names of a category, the shortest first. */
  namesOf({ name, parent_id: parentId }: NamedCategory): string[] {
    const parent = this.all.get(parentId ?? '')
    return parent ? [name, `${parent.name} > ${name}`] : [name]
  }

  /** The name of a category in the form in which `said` names one. */
  nameAs(said: string, category: NamedCategory): string {
    const [name = '', whole] = this.namesOf(category)
    return said.includes('>') && whole !== undefined ? whole : name
  }
}

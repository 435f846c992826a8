import { comparableName } from '#lib/catalogue/returns.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { CategoryRow } from './category-names.ts'

export type CategoryPlace = Pick<CategoryRow, 'id' | 'parent_id' | 'name' | 'position' | 'moved_to'>

/** The shop's categories and sub-categories, found by what `noreturns` of shop.json may call them. */
export class NamedPlaces {
  readonly all: ReadonlyMap<string, CategoryPlace>
  #byName = new Map<string, CategoryPlace[]>()

  private constructor(all: Map<string, CategoryPlace>) {
    this.all = all
    for (const place of all.values()) {
      for (const name of this.namesOf(place)) {
        const key = comparableName(name)
        this.#byName.set(key, [...(this.#byName.get(key) ?? []), place])
      }
    }
  }

  static async load(db: Db): Promise<NamedPlaces> {
    const rows = await db
      .selectFrom('category')
      .select(['id', 'parent_id', 'name', 'position', 'moved_to'])
      .orderBy('id')
      .execute()
    return new NamedPlaces(new Map(rows.map((row) => [row.id, row])))
  }

  /** The places with this name, hidden ones too: of a sub-category alone, or after that of its category. */
  called(name: string): CategoryPlace[] {
    return this.#byName.get(comparableName(name)) ?? []
  }

  /** The names of a place, the shortest first. */
  namesOf({ name, parent_id: parentId }: CategoryPlace): string[] {
    const parent = this.all.get(parentId ?? '')
    return parent ? [name, `${parent.name} > ${name}`] : [name]
  }

  /** The name of a place in the form in which `said` names one. */
  nameAs(said: string, place: CategoryPlace): string {
    const [name = '', whole] = this.namesOf(place)
    return said.includes('>') && whole !== undefined ? whole : name
  }
}

import { comparableName } from '#lib/catalogue/returns.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Shop } from '#lib/shop.ts'
import { findLike } from '#lib/server/import/apply/describe/new-names.ts'
import { presentName, type StrayReturn } from '#lib/server/import/apply/follow-returns.ts'
import { NamedCategories } from '#lib/server/import/apply/categories/named-categories.ts'
import { skusAmong } from '#lib/server/import/apply/categories/skus-among.ts'
import { type CategoryFormRow, readCategories } from './categories.ts'

/** The first of these names that no category, sub-category or product of the shop has, with one that may be meant. */
export async function unknownReturn(db: Db, names: string[]): Promise<StrayReturn | undefined> {
  if (names.length === 0) return undefined
  const rows = await readCategories(db)
  const skus = await skusAmong(db, names)
  const isKnown = (name: string) =>
    skus.has(name.toLowerCase()) || rows.some((row) => isCalled(rows, row, name))
  const name = names.find((one) => !isKnown(one))
  if (name === undefined) return undefined
  const known = rows.flatMap((row) => namesOf(rows, row))
  return { name, like: presentName(await NamedCategories.load(db), name) ?? findLike(name, known) }
}

type Renamed = { nameOf: Map<string, string>; skus: ReadonlySet<string> }

/**
 * `noreturns` of shop.json after categories were renamed: a promise about fresh food should not
 * change with a name. `skus`: the names that are SKUs, too.
 */
export function renamedReturns(
  { noreturns }: Pick<Shop, 'noreturns'>,
  rows: CategoryFormRow[],
  { nameOf, skus }: Renamed,
): string[] {
  const renamed = rows.map((row) => ({ ...row, name: nameOf.get(row.id) ?? row.name }))
  const isCovered = (row: CategoryFormRow) => noreturns.some((said) => isCalled(rows, row, said))
  const others = renamed.filter((_, at) => !rows.slice(at, at + 1).some(isCovered))
  const after = noreturns.flatMap((said) => {
    const now = renamed.filter((_, at) =>
      rows.slice(at, at + 1).some((row) => isCalled(rows, row, said)),
    )
    const nameAs = (row: CategoryFormRow) => namesOf(renamed, row).at(said.includes('>') ? -1 : 0)
    const isSame = now.every((row) => comparableName(nameAs(row) ?? '') === comparableName(said))
    if (isSame) return [said]
    const names = now.flatMap((row) => {
      const name = nameAs(row) ?? row.name
      // The short name of a sub-category must not promise it for another one.
      const isWider = others.some((other) => isCalled(renamed, other, name))
      return isWider ? namesOf(renamed, row).slice(-1) : [name]
    })
    return skus.has(said.toLowerCase()) ? [said, ...names] : names
  })
  return [...new Set(after)]
}

const isCalled = (rows: CategoryFormRow[], row: CategoryFormRow, said: string): boolean =>
  namesOf(rows, row).some((name) => comparableName(name) === comparableName(said))

/** The names of a category, the shortest first: of a sub-category alone, and after that of its category. */
function namesOf(rows: CategoryFormRow[], { name, parentId }: CategoryFormRow): string[] {
  const parent = rows.find(({ id }) => id === parentId)
  return parent ? [name, `${parent.name} > ${name}`] : [name]
}

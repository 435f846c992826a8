import { comparableName, isNotReturnable } from '#lib/catalogue/returns.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Shop } from '#lib/shop.ts'
import { type CategoryFormRow, readCategories } from './categories.ts'

/** The first of these names that no category, sub-category or product of the shop has. */
export async function unknownReturn(db: Db, names: string[]): Promise<string | undefined> {
  if (names.length === 0) return undefined
  const rows = await readCategories(db)
  const places = rows.map((row) => placeOf(rows, row))
  for (const name of names) {
    const said = { returndays: null, freereturns: false, noreturns: [name] }
    if (places.some((place) => isNotReturnable(said, { sku: '', ...place }))) continue
    const product = await db
      .selectFrom('product')
      .select('sku')
      .where((eb) => eb(eb.fn<string>('lower', ['sku']), '=', name.toLowerCase()))
      .executeTakeFirst()
    if (!product) return name
  }
  return undefined
}

/**
 * `noreturns` of shop.json after categories were renamed: a promise about fresh food should not
 * change with a name.
 */
export function renamedReturns(
  { noreturns }: Shop,
  rows: CategoryFormRow[],
  nameOf: Map<string, string>,
): string[] {
  const renamed = rows.map((row) => ({ ...row, name: nameOf.get(row.id) ?? row.name }))
  const after = noreturns.flatMap((said) => {
    const isWhole = said.includes('>')
    const names = rows.flatMap((row, at) => {
      const now = renamed[at]
      if (!now || !isCalled(rows, row, said)) return []
      const { category, subcat } = placeOf(renamed, now)
      return isWhole && subcat ? `${category.name} > ${subcat.name}` : now.name
    })
    const isSame = names.every((name) => comparableName(name) === comparableName(said))
    return isSame ? said : names
  })
  return [...new Set(after)]
}

function isCalled(rows: CategoryFormRow[], row: CategoryFormRow, said: string): boolean {
  const { category, subcat } = placeOf(rows, row)
  const names = subcat ? [subcat.name, `${category.name} > ${subcat.name}`] : [category.name]
  return names.some((name) => comparableName(name) === comparableName(said))
}

/** A category's names: of the top one, and of the sub-category if it is one. */
function placeOf(rows: CategoryFormRow[], row: CategoryFormRow) {
  const parent = rows.find(({ id }) => id === row.parentId)
  return { category: { name: (parent ?? row).name }, subcat: parent ? { name: row.name } : null }
}

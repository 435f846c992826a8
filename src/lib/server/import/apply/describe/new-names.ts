import type { Db } from '#lib/server/database/schema.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { isNewCategory } from './alarm-facts.ts'

/** A name that is new to the shop, and an existing one that is nearly the same. */
type NewName = { name: string; like?: string | undefined }

/** How many new names of a kind are compared with the existing ones. */
const COMPARED = 50

/**
 * Categories, sub-categories and brands that a list adds to those of a shop, in words: a misspelt name creates a
 * new one. Looked up in the transaction in which the list is applied.
 */
export async function findNewNames(trx: Db, changes: readonly LoggedChange[]): Promise<string[]> {
  const categories = await trx.selectFrom('category').select(['id', 'name', 'parent_id']).execute()
  const fresh = new Set(changes.flatMap((one) => (isNewCategory(one) ? [one.key] : [])))
  const namesOf = (isTop: boolean, isFresh: boolean) =>
    categories
      .filter((one) => (one.parent_id === null) === isTop && fresh.has(one.id) === isFresh)
      .map(({ name }) => name)
  const brands = await brandsOf(trx, changes)
  return [
    ...told('category', namesOf(true, true), namesOf(true, false)),
    ...told('subcategory', namesOf(false, true), namesOf(false, false)),
    ...told('brand', brands.fresh, brands.known),
  ]
}

function told(what: 'category' | 'subcategory' | 'brand', fresh: string[], known: string[]) {
  const own = new Set(known)
  const others = known.map((name) => ({ name, bare: bareOf(name) }))
  const names = [...new Set(fresh)].map((name, at): NewName => {
    const isLooked = at < COMPARED && !own.has(name)
    return { name, like: isLooked ? findBare(bareOf(name), others) : undefined }
  })
  if (names.length === 0 || known.length === 0) return []
  return [importWarnings.newNames(what, names)]
}

/** Brands that only products of the list have, and all others. */
async function brandsOf(trx: Db, changes: readonly LoggedChange[]) {
  const given = new Map<string, number>()
  const before = new Set<unknown>()
  for (const { kind, before: was, after } of changes) {
    if (kind !== 'product') continue
    const brand = after?.['brand']
    if (typeof brand === 'string' && brand !== '') given.set(brand, (given.get(brand) ?? 0) + 1)
    before.add(was?.['brand'])
  }
  if (given.size === 0) return { fresh: [], known: [] }
  const rows = await trx
    .selectFrom('product')
    .select(['brand', (eb) => eb.fn.countAll().as('count')])
    .where('brand', '!=', '')
    .groupBy('brand')
    .orderBy('brand')
    .execute()
  const isFresh = ({ brand, count }: (typeof rows)[number]) =>
    given.get(brand) === Number(count) && !before.has(brand)
  const named = Map.groupBy(rows, isFresh)
  const gone = [...before].filter((brand) => typeof brand === 'string' && brand !== '')
  const known = (named.get(false) ?? []).map(({ brand }) => brand)
  return {
    fresh: (named.get(true) ?? []).map(({ brand }) => brand),
    known: [...new Set([...known, ...gone.map(String)])],
  }
}

const bareOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** How many letters a misspelt name of this length may differ in. */
const slipsIn = (length: number) => (length >= 9 ? 2 : Number(length >= 5))

/** The first of these names that a misspelt one may mean. */
export const findLike = (name: string, known: readonly string[]): string | undefined =>
  findBare(
    bareOf(name),
    known.map((one) => ({ name: one, bare: bareOf(one) })),
  )

function findBare(bare: string, known: { name: string; bare: string }[]): string | undefined {
  const most = slipsIn(bare.length)
  const isLike = (other: string) =>
    Math.abs(other.length - bare.length) <= most && distance(bare, other) <= most
  return known.find((one) => isLike(one.bare))?.name
}

/** The edit distance of two words (Levenshtein): letters added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, own] of [...other].entries()) {
      const [left = 0, above = 0, across = 0] = [next[to], row[to + 1], row[to]]
      next.push(Math.min(left + 1, above + 1, across + Number(letter !== own)))
    }
    row = next
  }
  return row.at([...other].length) ?? 0
}

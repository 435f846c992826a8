import { comparableName } from '#lib/catalogue/returns.ts'
import { type Shop, shopSchema } from '#lib/shop.ts'
import { isCategoryShown, leadsTo } from '#lib/server/catalogue/moved-category.ts'
import { readShopJson, readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { noteShop } from './apply-shop.ts'
import type { ChangeLog } from './change-log.ts'
import { findLike } from './describe/new-names.ts'
import { NamedCategories, type NamedCategory } from './categories/named-categories.ts'
import { skusAmong } from './categories/skus-among.ts'

/** A name in `noreturns` that nothing in the shop has, and one that may be meant. */
export type StrayReturn = { name: string; like: string | undefined }

/** What is not taken back (`noreturns` of shop.json) while an import changes the names of categories (E29). */
export class FollowReturns {
  #before: NamedCategories
  #stored: string[]

  private constructor(before: NamedCategories, stored: string[]) {
    this.#before = before
    this.#stored = stored
  }

  /** To be called before the import changes anything. */
  static async open(trx: Trx): Promise<FollowReturns> {
    return new FollowReturns(await NamedCategories.load(trx), (await readStoredShop(trx)).noreturns)
  }

  /** shop.json with the present names where it says those from before a category was renamed, as the shop does. */
  withPresentNames(shop: Shop): Shop {
    const stored = new Set(this.#stored.map(comparableName))
    const noreturns = shop.noreturns.map((said) => {
      const now = presentName(this.#before, said)
      return now !== undefined && stored.has(comparableName(now)) ? now : said
    })
    return { ...shop, noreturns: [...new Set(noreturns)] }
  }

  /**
   * Renames what the import has renamed; to be called when it has written everything else.
   * @param isBrought whether the import has a shop.json: then all of its names are looked at
   * @returns names that nothing in the shop has
   */
  async finish(
    trx: Trx,
    isBrought: boolean,
    { names, log }: { names: Set<string>; log: ChangeLog },
  ): Promise<StrayReturn[]> {
    const { noreturns } = await readStoredShop(trx)
    if (noreturns.length === 0) return []
    const after = await NamedCategories.load(trx)
    const skus = await skusAmong(trx, noreturns)
    const said = noreturns.map((name) => this.#follow(after, noreturns, name))
    const covered = new Set(said.flatMap(({ now }) => now.map(({ id }) => id)))
    const followed = [...new Set(said.flatMap((one) => namesOf(one, { after, covered, skus })))]
    const isKept = await writeReturns(trx, followed, { names, log })
    const stray = await findStray(trx, after, isKept ? followed : noreturns)
    if (isBrought) return stray
    const known = new Set(
      (await findStray(trx, this.#before, this.#stored)).map(({ name }) => name),
    )
    return stray.filter(({ name }) => !known.has(name))
  }

  #follow(after: NamedCategories, noreturns: readonly string[], said: string): Followed {
    const categories = this.#before.called(said).filter(isCategoryShown)
    const now = categories.flatMap((category) => this.#renamedTo(after, noreturns, category) ?? [])
    return { said, now, isWhole: now.length === categories.length }
  }

  /**
   * What a category is after the import. One that shoppers saw before under this name is another one: products were
   * moved there, and what of the two is taken back nobody can tell but the shop. So it is with two that become one.
   */
  #renamedTo(
    after: NamedCategories,
    noreturns: readonly string[],
    category: NamedCategory,
  ): NamedCategory | undefined {
    const now = after.all.get(category.id)
    if (!now || isCategoryShown(now)) return now
    const target = leadsTo(after.all, now)
    if (!target || (target.parent_id === null) !== (category.parent_id === null)) return undefined
    const before = this.#before.all.get(target.id)
    if (before && isCategoryShown(before)) return undefined
    const said = new Set(noreturns.map(comparableName))
    const isNamed = (one: NamedCategory) =>
      this.#before.namesOf(one).some((name) => said.has(comparableName(name)))
    const sources = [...this.#before.all.values()].filter((one) => {
      const hidden = after.all.get(one.id)
      return isCategoryShown(one) && hidden && leadsTo(after.all, hidden)?.id === target.id
    })
    return sources.every(isNamed) ? target : undefined
  }
}

/** Categories that had a name, as they are now; `isWhole`: each of them is one still. */
type Followed = { said: string; now: NamedCategory[]; isWhole: boolean }
type Present = { after: NamedCategories; covered: ReadonlySet<string>; skus: ReadonlySet<string> }

/** What `noreturns` says now in place of a name; `covered` are the categories that it is about. */
function namesOf({ said, now, isWhole }: Followed, { after, covered, skus }: Present): string[] {
  const isNamed = (category: NamedCategory) =>
    comparableName(after.nameAs(said, category)) === comparableName(said)
  if (now.every(isNamed)) return [said]
  const names = now.map((category) => {
    const name = after.nameAs(said, category)
    // The short name of a sub-category must not promise it for another one, which it was not about.
    const isWider = after.called(name).some((one) => isCategoryShown(one) && !covered.has(one.id))
    return isWider ? (after.namesOf(category).at(-1) ?? name) : name
  })
  return isWhole && !skus.has(said.toLowerCase()) ? names : [said, ...names]
}

/** The name today of what had this name; undefined if something has it still, or it became several. */
export function presentName(categories: NamedCategories, said: string): string | undefined {
  const called = categories.called(said)
  if (called.some(isCategoryShown)) return undefined
  const names = called.flatMap((category) => {
    const now = leadsTo(categories.all, category)
    return now ? [categories.nameAs(said, now)] : []
  })
  return new Set(names.map(comparableName)).size === 1 ? names[0] : undefined
}

/** @returns whether the shop has these names now; not if they are more or longer than shop.json may have them */
async function writeReturns(
  trx: Trx,
  noreturns: string[],
  { names, log }: { names: Set<string>; log: ChangeLog },
): Promise<boolean> {
  const known = await readShopJson(trx)
  if (known === undefined) return false
  const wanted: unknown = { ...JSON.parse(known), noreturns }
  if (!shopSchema.safeParse(wanted).success) return false
  const json = JSON.stringify(wanted)
  if (json === known) return true
  await trx.updateTable('shop').set({ json }).execute()
  log.noteMore('shop', 'shop', { json: known }, { json })
  noteShop(names, known, json)
  return true
}

async function findStray(
  db: Db,
  categories: NamedCategories,
  names: string[],
): Promise<StrayReturn[]> {
  // A category without products now is not shown; its name stays one.
  const isPlace = (name: string) =>
    categories
      .called(name)
      .some((category) => isCategoryShown(category) || category.moved_to === null)
  const strange = names.filter((name) => !isPlace(name))
  if (strange.length === 0) return []
  const skus = await skusAmong(db, strange)
  const shown = [...categories.all.values()].filter(isCategoryShown)
  const known = shown.flatMap((category) => categories.namesOf(category))
  return strange.flatMap((name) => {
    if (skus.has(name.toLowerCase())) return []
    return [{ name, like: presentName(categories, name) ?? findLike(name, known) }]
  })
}

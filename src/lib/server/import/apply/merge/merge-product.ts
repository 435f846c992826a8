import { CHOICE_KINDS } from '#lib/catalogue/product.ts'
import { withoutSale, withSale } from '#lib/server/catalogue/sale-price.ts'
import type { ImportedPack } from '#lib/server/import/read/product/product.ts'
import { isSame } from '#lib/server/import/apply/change-log.ts'
import type { Conflict, Merge, Others, ChangeTarget } from './merge.ts'
import type { CategoryIds } from '#lib/server/import/apply/moved-categories.ts'
import { CHOICES, type StoredProduct, type Wanted } from '#lib/server/import/apply/product-merge.ts'

/** Fields that are merged independently of others. */
const OWN = [
  ...(['name', 'brand', 'description', 'unit', 'is_featured', 'countries', 'aliases'] as const),
  ...(['gtin', 'initial_rating', 'specs', 'hsn', 'gst_percent', 'veg', 'origin'] as const),
  ...(['shelflife', 'reorder', 'cost', 'sale_from', 'sale_until', 'images'] as const),
] as const
/** What is merged in another way: with its category, as one offer, or by what is in stock. */
type Together =
  | ('category_id' | 'subcat_id' | 'stock' | 'packs' | 'rams' | 'sizes' | 'weights' | 'pack_kind')
  | ('price_paise' | 'oldprice_paise' | 'sale_paise')
  | ('base_paise' | 'base_oldprice_paise' | 'sale_is_on')
/** A field that nothing merges: an upload would undo a colleague's change. There must be none. */
type Unmerged = Exclude<keyof Wanted, Together | (typeof OWN)[number]>
const PRICES = ['price_paise', 'oldprice_paise', 'sale_paise'] as const

/** Merges the product that a list asks for with what others changed since the list was written, except stocks. */
export function mergeSince(
  merge: Merge,
  thing: ChangeTarget,
  known: StoredProduct,
  wanted: Wanted,
  { now, categoryToday }: { now: number; categoryToday: CategoryToday },
): Wanted {
  if (merge.isAlone || !merge.isTouched(thing)) return wanted
  const theirs: Wanted = withoutSale(known)
  const mine: Wanted = withoutSale(wanted)
  const merged: Wanted & Record<Unmerged, never> = { ...mine }
  for (const field of OWN) {
    Object.assign(merged, { [field]: merge.settle(thing, field, mine[field], theirs[field]) })
  }
  mergePlace(merge, thing, { mine, theirs, merged }, categoryToday)
  mergeOffer(merge, thing, { mine, theirs, merged })
  return withSale(merged, now)
}

/** Translates a category as it was before a colleague renamed it to what it is today. */
type CategoryToday = (category: CategoryIds) => CategoryIds
type Sides = { mine: Wanted; theirs: Wanted; merged: Wanted }

/**
 * Category and sub-category are merged as one field, since they belong together. Renaming one by others does not
 * count as moving the product.
 */
function mergePlace(
  merge: Merge,
  thing: ChangeTarget,
  { mine, theirs, merged }: Sides,
  categoryToday: CategoryToday,
): void {
  const category = merge.others(thing, 'category_id')
  const subcategory = merge.others(thing, 'subcat_id')
  const last = lastImport(category, subcategory)
  if (last === undefined) return
  const before = {
    category_id: String(category ? category.was : theirs.category_id),
    subcat_id: subcategory ? idIn(subcategory.was) : theirs.subcat_id,
  }
  const placeOf = ({ category_id, subcat_id }: CategoryIds) => [category_id, subcat_id]
  const was = placeOf(categoryToday(before))
  const values = { mine: placeOf(mine), theirs: placeOf(theirs), was }
  // The list uses the old name of a category that it does not change.
  if (isSame(values.mine, was) && isSame(values.theirs, was) && !isSame(placeOf(before), was))
    merge.kept++
  const isMine = merge.decide(thing, { field: 'place', by: last }, values) === values.mine
  const { category_id, subcat_id } = isMine ? mine : theirs
  Object.assign(merged, { category_id, subcat_id })
}

const idIn = (was: unknown): string | null => (typeof was === 'string' ? was : null)

const lastImport = (...others: (Others | undefined)[]): number | undefined => {
  const ids = others.flatMap((found) => (found ? [found.last.id] : []))
  return ids.length > 0 ? Math.max(...ids) : undefined
}

function mergeOffer(merge: Merge, thing: ChangeTarget, { mine, theirs, merged }: Sides): void {
  const arePacks = mine.packs.length > 0 && theirs.packs.length > 0
  const isOneKind = mine.pack_kind === theirs.pack_kind
  for (const kind of CHOICE_KINDS) {
    // Choices that are packs are derived from the packs below.
    if (kind === mine.pack_kind || kind === theirs.pack_kind) continue
    const field = CHOICES[kind]
    merged[field] = merge.settle(thing, field, mine[field], theirs[field])
  }
  if (arePacks && isOneKind) return mergePacks(merge, thing, { mine, theirs, merged })
  if (mine.packs.length === 0 && theirs.packs.length === 0) {
    for (const field of PRICES) {
      Object.assign(merged, { [field]: merge.settle(thing, field, mine[field], theirs[field]) })
    }
    merged.oldprice_paise = oldPriceOf({ mine, theirs, merged })
    return
  }
  mergeWholeOffer(merge, thing, { mine, theirs, merged })
}

type Prices = Pick<ImportedPack, (typeof PRICES)[0 | 1]>

/**
 * The old price after merging. A list whose price reaches the old price drops the old price automatically; if the
 * other side's price won, the old price stays.
 */
function oldPriceOf(of: { mine: Prices; theirs: Prices; merged: Prices }): number | null {
  const { mine, theirs, merged } = of
  const old = theirs.oldprice_paise
  const isReached = mine.oldprice_paise === null && old !== null && old <= mine.price_paise
  const isTheirs = merged.price_paise === theirs.price_paise
  return higher(isReached && isTheirs ? theirs : merged)
}

/** The old price, or null if it is not above the price. */
const higher = ({ price_paise, oldprice_paise }: Prices) =>
  oldprice_paise !== null && oldprice_paise > price_paise ? oldprice_paise : null

/** Merges offers of different kinds as a whole, such as packs on one side and a single price on the other. */
function mergeWholeOffer(merge: Merge, thing: ChangeTarget, { mine, theirs, merged }: Sides): void {
  const fields = ['packs', 'pack_kind', ...PRICES] as const
  const last = lastImport(...fields.map((field) => merge.others(thing, field)))
  if (last === undefined) return
  const { was } = merge.others(thing, 'packs') ?? { was: theirs.packs }
  const offerOf = ({ pack_kind, price_paise, packs }: Wanted) => [
    packs.length > 0 ? pack_kind : price_paise,
    packs.map(plainPack),
  ]
  const before = asPacks(was)
  const kind = merge.others(thing, 'pack_kind')
  const price = merge.others(thing, 'price_paise')
  const head =
    before.length > 0
      ? kind
        ? kind.was
        : theirs.pack_kind
      : price
        ? price.was
        : theirs.price_paise
  const values = {
    mine: offerOf(mine),
    theirs: offerOf(theirs),
    was: [head, before.map(plainPack)],
  }
  if (merge.decide(thing, { field: 'offer', by: last }, values) === values.mine) return
  const { rams, sizes, weights, pack_kind, packs, stock } = theirs
  const { price_paise, oldprice_paise, sale_paise, sale_from, sale_until } = theirs
  const offer = { rams, sizes, weights, pack_kind, packs, stock, price_paise, oldprice_paise }
  Object.assign(merged, offer, { sale_paise, sale_from, sale_until })
}

/** What an editor says about a pack, except for its stock. */
const plainPack = ({ label, price_paise, oldprice_paise, sale_paise }: ImportedPack) => ({
  ...{ label, price_paise, oldprice_paise, sale_paise },
})

const asPacks = (was: unknown): ImportedPack[] => (Array.isArray(was) ? was : [])

function mergePacks(merge: Merge, thing: ChangeTarget, { mine, theirs, merged }: Sides): void {
  const others = merge.others(thing, 'packs')
  if (!others) return
  const was = byLabel(asPacks(others.was))
  const [own, now] = [byLabel(mine.packs), byLabel(theirs.packs)]
  const by = others.last.id
  const packs = new Map<string, ImportedPack>()
  for (const label of orderOf(mine.packs, theirs.packs, asPacks(others.was))) {
    const [one, other, before] = [own.get(label), now.get(label), was.get(label)]
    const found =
      one && other
        ? mergePack(merge, thing, { label, by }, [one, other, before])
        : merge.decide(
            thing,
            { field: 'packs', label, by },
            {
              mine: one && plainPack(one),
              theirs: other && plainPack(other),
              was: before && plainPack(before),
            },
          ) &&
          (one ?? other)
    if (found) packs.set(label, found)
  }
  // If each side removed what the other kept, no pack would be left: then the current ones stay.
  merged.packs = packs.size > 0 ? [...packs.values()] : theirs.packs
  if (mine.pack_kind) {
    merged[CHOICES[mine.pack_kind]] = merged.packs.map(({ label }) => label).join('|')
  }
  const [first] = merged.packs
  if (!first) return
  merged.price_paise = first.price_paise
  merged.oldprice_paise = first.oldprice_paise
}

const byLabel = (packs: ImportedPack[]) => new Map(packs.map((pack) => [pack.label, pack]))

/** The order of the side that changed it, preferring the others', with additional packs at the end. */
function orderOf(mine: ImportedPack[], theirs: ImportedPack[], was: ImportedPack[]): Set<string> {
  const labels = (packs: ImportedPack[]) => packs.map(({ label }) => label)
  const isTheirs = labels(theirs).join('|') !== labels(was).join('|')
  const sides = isTheirs ? [theirs, mine] : [mine, theirs]
  return new Set(sides.flatMap(labels))
}

function mergePack(
  merge: Merge,
  thing: ChangeTarget,
  of: Pick<Conflict, 'label' | 'by'>,
  [mine, theirs, was]: [ImportedPack, ImportedPack, ImportedPack | undefined],
): ImportedPack {
  const pack = { ...mine }
  for (const field of PRICES) {
    const values = { mine: mine[field], theirs: theirs[field], was: was?.[field] }
    Object.assign(pack, { [field]: merge.decide(thing, { ...of, field }, values) })
  }
  return { ...pack, oldprice_paise: oldPriceOf({ mine, theirs, merged: pack }) }
}

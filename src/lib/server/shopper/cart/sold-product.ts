import type { ChosenLabels } from '#lib/catalogue/choice.ts'
import { CHOICE_KINDS, type ChoiceKind, type Pack, type Picture } from '#lib/catalogue/product.ts'
import type { Result } from '#lib/result.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** What carts and wishlists need of a product, including one no longer sold. */
export type SoldProduct = {
  id: string
  name: string
  isWithdrawn: boolean
  offered: OfferedLabels
  packKind: ChoiceKind | null
  packs: Pack[]
  pricePaise: number
  oldPricePaise: number | null
  /** While a sale runs: the price without it. */
  usualPaise?: number
  stock: number | null
  /** Its weight or content, as printed on it. */
  unit: string
  /** Rounded to whole stars. */
  rating: number
  picture: Picture | null
  /** Countries where it is sold; empty means all. */
  countries: string[]
}

/** Price and stock of one choice of a product. `packLabel` is null if they do not depend on a pack. */
export type PackPrice = Pick<Pack, 'pricePaise' | 'oldPricePaise' | 'usualPaise' | 'stock'> & {
  packLabel: string | null
}

/** The current products with these ids, by id. */
export async function loadSoldProducts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SoldProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await selectProducts(db, ids)
  const packs = await loadPacks(db, ids)
  return new Map(rows.map((row) => [row.id, toSoldProduct(row, packs.get(row.id) ?? [])]))
}

/** Price and stock of a choice; undefined if the product does not offer it (any more). */
export function packPriceOf(product: SoldProduct, choice: ChosenLabels): PackPrice | undefined {
  if (!checkChoice(product.offered, choice).ok) return undefined
  const { packKind, packs, pricePaise, oldPricePaise, usualPaise, stock } = product
  if (packKind === null || packs.length === 0) {
    const usual = usualPaise !== undefined && { usualPaise }
    return { packLabel: null, pricePaise, oldPricePaise, stock, ...usual }
  }
  const pack = packs.find(({ label }) => label === choice[packKind])
  if (!pack) return undefined
  const { label: packLabel, ...price } = pack
  return { packLabel, ...price }
}

/** Whether any choice of it can be bought. */
export function isOnSale({ isWithdrawn, packs, stock }: SoldProduct): boolean {
  if (isWithdrawn) return false
  return packs.length > 0 ? packs.some((pack) => pack.stock !== 0) : stock !== 0
}

function selectProducts(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('product')
    .leftJoin('product_image', (join) =>
      join.onRef('product_image.product_id', '=', 'product.id').on('position', '=', 0),
    )
    .leftJoin('picture', 'picture.id', 'product_image.picture_id')
    .select([
      'product.id',
      'name',
      'price_paise',
      'oldprice_paise',
      'base_paise',
      'stock',
      'withdrawn_at',
      'unit',
    ])
    .select(['rams', 'sizes', 'weights', 'pack_kind', 'countries'])
    .select(['review_count', 'review_sum', 'initial_rating'])
    .select(['picture_id', 'width', 'height'])
    .where('product.id', 'in', ids)
    .execute()
}

async function loadPacks(db: Db, ids: readonly string[]): Promise<Map<string, Pack[]>> {
  const rows = await db
    .selectFrom('pack')
    .select(['product_id', 'label', 'price_paise', 'oldprice_paise', 'base_paise', 'stock'])
    .where('product_id', 'in', ids)
    .orderBy('position')
    .execute()
  const packs = new Map<string, Pack[]>()
  for (const { product_id, label, price_paise, oldprice_paise, base_paise, stock } of rows) {
    const list = packs.get(product_id) ?? []
    const usual = base_paise !== null && { usualPaise: base_paise }
    list.push({ label, pricePaise: price_paise, oldPricePaise: oldprice_paise, stock, ...usual })
    packs.set(product_id, list)
  }
  return packs
}

type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

function toSoldProduct(row: ProductRow, packs: Pack[]): SoldProduct {
  const { id, name, picture_id, width, height, review_count, review_sum, initial_rating } = row
  const average = review_count > 0 ? review_sum / review_count : (initial_rating ?? 0) / 10
  const hasPicture = picture_id !== null && width !== null && height !== null
  return {
    id,
    name,
    isWithdrawn: row.withdrawn_at !== null,
    offered: { ram: split(row.rams), size: split(row.sizes), weight: split(row.weights) },
    packKind: row.pack_kind,
    packs,
    pricePaise: row.price_paise,
    oldPricePaise: row.oldprice_paise,
    ...(row.base_paise !== null && { usualPaise: row.base_paise }),
    stock: row.stock,
    unit: row.unit,
    rating: Math.round(average),
    picture: hasPicture ? { id: picture_id, width, height, alt: name } : null,
    countries: split(row.countries),
  }
}

const split = (list: string): string[] => (list === '' ? [] : list.split('|'))

/** The choices that a product offers, by kind. */
export type OfferedLabels = Record<ChoiceKind, readonly string[]>

/** The text stored in cart_item.choice: `ram=8 GB|weight=1 kg`. Labels never contain `|`, which separates lists. */
export function writeChoice(choice: ChosenLabels): string {
  return CHOICE_KINDS.filter((kind) => choice[kind] !== undefined)
    .map((kind) => `${kind}=${choice[kind]}`)
    .join('|')
}

/** Parses the text of `writeChoice`. */
export function readChoice(text: string): ChosenLabels {
  const choice: ChosenLabels = {}
  for (const part of text === '' ? [] : text.split('|')) {
    const kind = CHOICE_KINDS.find((known) => part.startsWith(`${known}=`))
    if (kind) choice[kind] = part.slice(kind.length + 1)
  }
  return choice
}

/** A choice in words: `8 GB, 1 kg`. */
export function labelOf(choice: ChosenLabels): string {
  return CHOICE_KINDS.flatMap((kind) => choice[kind] ?? []).join(', ')
}

/** Completes and checks a choice: one of each kind that is offered, and no other. Otherwise the kind that is wrong. */
export function checkChoice(
  offered: OfferedLabels,
  wanted: ChosenLabels,
): Result<ChosenLabels, ChoiceKind> {
  const choice: ChosenLabels = {}
  for (const kind of CHOICE_KINDS) {
    const [first, ...others] = offered[kind]
    // A single option is chosen automatically.
    const label = wanted[kind] || (others.length === 0 && first) || ''
    if (label === '' && first === undefined) continue
    if (!offered[kind].includes(label)) return { ok: false, error: kind }
    choice[kind] = label
  }
  return { ok: true, value: choice }
}

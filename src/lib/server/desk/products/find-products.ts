import type { Picture } from '#lib/catalogue/product.ts'
import { type ProductSearch, PRODUCTS_A_PAGE, type Shown } from '#lib/desk/products.ts'
import { hasWords } from '#lib/server/catalogue/search/product-words.ts'
import { withoutSale } from '#lib/server/catalogue/sale-price.ts'
import { isAllSoldOut } from '#lib/server/counter/sold-out.ts'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { lastImport } from '#lib/server/import/apply/history.ts'
import { loadStored, unlocked } from '#lib/server/import/apply/product-rows.ts'

/** A product as the desk lists it, with its usual prices even during a sale. */
export type DeskProduct = {
  id: string
  name: string
  unit: string
  picture: Picture | undefined
  saleUntil: number | null
  isOnSale: boolean
  shown: Shown
}
type FoundProducts = {
  products: DeskProduct[]
  total: number
  page: number
  pageCount: number
  /** The shop's last import when the products were read. */
  base: number
}

/**
 * One page of the products that match a search, sorted by name. With `skus`, the products of a form that is shown
 * again, whatever the search.
 */
export async function findDeskProducts(
  db: Db,
  search: ProductSearch,
  now: number,
  skus: readonly string[] = [],
): Promise<FoundProducts> {
  return inSnapshot(db, async (trx) => {
    const { total } = await matching(trx, search)
      .select((eb) => eb.fn.countAll().as('total'))
      .executeTakeFirstOrThrow()
    const pageCount = Math.max(1, Math.ceil(Number(total) / PRODUCTS_A_PAGE))
    const page = Math.min(search.page ?? 1, pageCount)
    const isAgain = skus.length > 0
    const found = await matching(trx, isAgain ? {} : search)
      .$if(isAgain, (all) => all.where('sku', 'in', skus))
      .select('id')
      .orderBy('name')
      .orderBy('number')
      .limit(PRODUCTS_A_PAGE)
      .offset(isAgain ? 0 : (page - 1) * PRODUCTS_A_PAGE)
      .execute()
    const ids = found.map(({ id }) => id)
    const base = await lastImport(trx)
    if (ids.length === 0) return { products: [], total: 0, page: 1, pageCount: 1, base }
    const stored = await loadStored(trx, 'id', ids, unlocked)
    const pictures = await firstPictures(trx, ids)
    const products = ids.flatMap((id): DeskProduct[] => {
      const product = stored.get(id)
      if (!product) return []
      const { name, unit, sale_until: saleUntil, sale_is_on } = product
      const shown = shownOf(withoutSale(product), now)
      const isOnSale = sale_is_on === 1
      return [{ id, name, unit, saleUntil, isOnSale, picture: pictures.get(id), shown }]
    })
    return { products, total: Number(total), page, pageCount, base }
  })
}

/** The SKUs of all products that match a search. */
export async function findSkus(db: Db, search: ProductSearch): Promise<string[]> {
  const rows = await matching(db, search).select('sku').orderBy('number').execute()
  return rows.map(({ sku }) => sku)
}

function matching(db: Db, { q = '', category, show }: ProductSearch) {
  return db
    .selectFrom('product')
    .where('withdrawn_at', 'is', null)
    .where(hasWords(db, q))
    .$if(category !== undefined, (all) =>
      all.where((eb) =>
        eb.or([eb('category_id', '=', category ?? ''), eb('subcat_id', '=', category ?? '')]),
      ),
    )
    .$if(show === 'featured', (all) => all.where('is_featured', '=', 1))
    .$if(show === 'sale', (all) => all.where('sale_from', 'is not', null))
    .$if(show === 'soldout', (all) => all.where(isAllSoldOut))
}

type Stored = {
  sku: string
  is_featured: number
  price_paise: number
  stock: number | null
  packs: { label: string; price_paise: number; stock: number | null }[]
}

function shownOf({ sku, is_featured, packs, price_paise, stock }: Stored, at: number): Shown {
  const own = { label: '', pricePaise: price_paise, stock }
  const slots = packs.map((pack) => ({
    ...{ label: pack.label, pricePaise: pack.price_paise, stock: pack.stock },
  }))
  return { sku, isFeatured: is_featured === 1, at, slots: slots.length > 0 ? slots : [own] }
}

/** All pictures of a product, in order. */
export async function picturesOf(db: Db, id: string): Promise<Picture[]> {
  const rows = await db
    .selectFrom('product_image')
    .innerJoin('picture', 'picture.id', 'product_image.picture_id')
    .select(['picture.id', 'width', 'height'])
    .where('product_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, alt: '' }))
}

async function firstPictures(db: Db, ids: string[]): Promise<Map<string, Picture>> {
  const rows = await db
    .selectFrom('product_image')
    .innerJoin('picture', 'picture.id', 'product_image.picture_id')
    .select(['product_id', 'picture.id', 'width', 'height'])
    .where('product_id', 'in', ids)
    .where('product_image.position', '=', 0)
    .execute()
  return new Map(
    rows.map(({ product_id, id, width, height }) => [product_id, { id, width, height, alt: '' }]),
  )
}

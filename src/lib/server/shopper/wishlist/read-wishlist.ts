import type { ChosenLabels } from '#lib/catalogue/choice.ts'
import type { Wish } from '#lib/cart/wishlist.ts'
import { paiseToRupees } from '#lib/money.ts'
import { largestFile } from '#lib/catalogue/picture.ts'
import {
  isOnSale,
  loadSoldProducts,
  packPriceOf,
  readChoice,
  type SoldProduct,
} from '#lib/server/shopper/cart/sold-product.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Shopper } from '#lib/server/shopper/guests/shopper.ts'

type Owner = Pick<Shopper, 'id' | 'userid'>

/** The wishlist of a shopper, newest first, in the format of GET /api/mylist. */
export async function readWishlist(db: Db, { id: owner, userid }: Owner): Promise<Wish[]> {
  const rows = await db
    .selectFrom('wishlist_item')
    .select(['id', 'product_id', 'choice'])
    .where('user_id', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const products = await loadSoldProducts(
    db,
    rows.map((row) => row.product_id),
  )
  return rows.flatMap(({ id, product_id, choice }) => {
    const product = products.get(product_id)
    return product ? [toWish(id, userid, product, readChoice(choice))] : []
  })
}

function toWish(id: string, userId: string, product: SoldProduct, choice: ChosenLabels): Wish {
  // If the choice is no longer offered, the product without a choice is wished for.
  const price = packPriceOf(product, choice)
  const { pricePaise, oldPricePaise } = price ?? product
  const kept = price ? choice : {}
  const { ram, size, weight } = product.offered
  return {
    _id: id,
    productid: product.id,
    userid: userId,
    producttitle: product.name,
    image: product.picture ? largestFile(product.picture) : '',
    rating: product.rating,
    price: paiseToRupees(pricePaise),
    oldprice: oldPricePaise === null ? null : paiseToRupees(oldPricePaise),
    unit: price ? (price.packLabel ?? product.unit) : unitOf(product),
    instock: isOnSale(product) && price?.stock !== 0,
    withdrawn: product.isWithdrawn,
    haschoices: ram.length + size.length + weight.length > 0,
    productrams: kept.ram ?? '',
    productsize: kept.size ?? '',
    productweight: kept.weight ?? '',
  }
}

/** What the price without a choice is for: the pack that costs as much, or the product's own unit. */
function unitOf({ packs, pricePaise, unit }: SoldProduct): string {
  return packs.find((pack) => pack.pricePaise === pricePaise)?.label ?? unit
}

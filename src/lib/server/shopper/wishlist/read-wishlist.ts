import type { Wish } from '#lib/cart/wishlist.ts'
import { paiseToRupees } from '#lib/money.ts'
import { largestFile } from '#lib/catalogue/picture.ts'
import { type Choice, readChoice } from '#lib/server/shopper/cart/choice.ts'
import { isOnSale, loadOffers, type Offer, termsOf } from '#lib/server/shopper/cart/offer.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Shopper } from '#lib/server/shopper/guests/shopper.ts'

type Owner = Pick<Shopper, 'id' | 'userid'>

/** The wishlist of a shopper, newest first, as GET /api/mylist gives it. */
export async function readWishlist(db: Db, { id: owner, userid }: Owner): Promise<Wish[]> {
  const rows = await db
    .selectFrom('wishlist_item')
    .select(['id', 'product_id', 'choice'])
    .where('user_id', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const offers = await loadOffers(
    db,
    rows.map((row) => row.product_id),
  )
  return rows.flatMap(({ id, product_id, choice }) => {
    const offer = offers.get(product_id)
    return offer ? [toWish(id, userid, offer, readChoice(choice))] : []
  })
}

function toWish(id: string, userId: string, offer: Offer, choice: Choice): Wish {
  // What was chosen may be offered no more; then it is the product again that is wished for.
  const terms = termsOf(offer, choice)
  const { pricePaise, oldPricePaise } = terms ?? offer
  const kept = terms ? choice : {}
  const { ram, size, weight } = offer.offered
  return {
    _id: id,
    productid: offer.id,
    userid: userId,
    producttitle: offer.name,
    image: offer.picture ? largestFile(offer.picture) : '',
    rating: offer.rating,
    price: paiseToRupees(pricePaise),
    oldprice: oldPricePaise === null ? null : paiseToRupees(oldPricePaise),
    instock: isOnSale(offer) && terms?.stock !== 0,
    withdrawn: offer.isWithdrawn,
    haschoices: ram.length + size.length + weight.length > 0,
    productrams: kept.ram ?? '',
    productsize: kept.size ?? '',
    productweight: kept.weight ?? '',
  }
}

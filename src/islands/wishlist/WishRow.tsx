import { ItemCell } from '#islands/cart/ItemCell.tsx'
import { RemoveButton } from '#islands/cart/RemoveButton.tsx'
import { awaitRow, CELL, ListRow, PriceCell, RowForm, type RowWork } from '#islands/kit/ListRow.tsx'
import type { Wish } from '#lib/cart/wishlist.ts'
import { CHOICE_FIELDS } from '#lib/catalogue/choice.ts'
import { productPath } from '#lib/catalogue/variant.ts'
import { cartTexts } from '#lib/texts/browser/cart-rows.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { loadListStores } from './load-stores.ts'

type Props = RowWork & { wish: Wish }

const FIELDS = Object.values(CHOICE_FIELDS)

/** One entry of the wishlist (S-075). Each of its forms works without script. */
export function WishRow({ wish, follow, onLeave }: Props) {
  const { _id, image, oldprice, price, productid, producttitle: title, rating, unit } = wish
  const chosen = FIELDS.filter((field) => wish[field] !== '')
  const choice = chosen.map((field) => wish[field]).join(', ')
  const path = productPath(productid)
  const work = { follow, onLeave }
  return (
    <ListRow path={path}>
      <ItemCell {...{ path, title, image, rating }} choice={choice || unit} />
      <PriceCell sign="Rs. " {...{ unit, priceRupees: price, oldPriceRupees: oldprice }} />
      <td role="cell" className={`${CELL} ml-auto`}>
        <div className="flex flex-wrap items-center gap-1 whitespace-nowrap @3xl:flex-nowrap">
          {!wish.instock ? (
            <p className="text-sm font-semibold text-accent">
              {wish.withdrawn ? cartTexts.withdrawn : cartTexts.unavailable}
            </p>
          ) : wish.haschoices && choice === '' ? (
            <a
              className="btn min-w-32 btn-outline btn-primary"
              href={path}
              data-quick=""
              aria-label={purchaseTexts.chooseOf(title)}
            >
              {purchaseTexts.choose}
            </a>
          ) : (
            <RowForm
              {...work}
              action="/api/cart/add"
              act={() => loadListStores().then((stores) => stores.moveToCart(wish))}
            >
              <input type="hidden" name="productid" value={productid} />
              <input type="hidden" name="mylistid" value={_id} />
              {chosen.map((field) => (
                <input key={field} type="hidden" name={field} value={wish[field]} />
              ))}
              <button
                className="btn min-w-32 btn-outline btn-primary"
                aria-label={purchaseTexts.addToCartOf(title)}
              >
                {purchaseTexts.addTo}
              </button>
            </RowForm>
          )}
          <RowForm
            {...work}
            action={`/api/mylist/${_id}`}
            act={() =>
              loadListStores().then((stores) =>
                stores.removeFromWishlist(wish, () => awaitRow(path)),
              )
            }
          >
            <input type="hidden" name="_method" value="delete" />
            <RemoveButton label={cartTexts.remove(title)} />
          </RowForm>
        </div>
      </td>
    </ListRow>
  )
}

import type { FormEvent } from 'react'
import { ItemCell } from '#islands/cart/ItemCell.tsx'
import { RemoveButton } from '#islands/cart/RemoveButton.tsx'
import type { Wish } from '#lib/cart/wishlist.ts'
import { CHOICE_FIELDS } from '#lib/catalogue/choice.ts'
import { productPath } from '#lib/catalogue/variant.ts'
import { formatPaise } from '#lib/money.ts'
import { cartTexts as texts } from '#lib/texts/browser/cart-rows.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import type { Outcome } from '#stores/send-changes.ts'
import { moveToCart, unwish } from '#stores/wishing.ts'

type Props = {
  wish: Wish
  follow: (work: Promise<Outcome>) => void
  onLeave: (row: Element | null) => void
}

const FIELDS = Object.values(CHOICE_FIELDS)
const rupees = (amount: number) => formatPaise(Math.round(amount * 100))

/** One entry of the wishlist (S-075); each of its forms works without script. */
export function WishRow({ wish, follow, onLeave }: Props) {
  const { _id, image, oldprice, price, productid, producttitle: title, rating } = wish
  const chosen = FIELDS.filter((field) => wish[field] !== '')
  const choice = chosen.map((field) => wish[field]).join(', ')
  const path = productPath(productid)
  const send = (work: () => Promise<Outcome>) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onLeave(event.currentTarget.closest('tr'))
    follow(work())
  }

  return (
    <tr
      role="row"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-base-300 py-2 @3xl:table-row"
    >
      <ItemCell {...{ path, title, image, rating, choice }} />
      <td
        role="cell"
        className="p-0 py-1 before:block before:text-xs before:text-muted before:content-[attr(data-label)] @3xl:px-3 @3xl:before:hidden"
        data-label={texts.listColumns[1]}
      >
        <span className="font-semibold whitespace-nowrap tabular-nums">Rs. {rupees(price)}</span>
        {oldprice !== null && <del className="ml-2 text-sm text-muted">Rs. {rupees(oldprice)}</del>}
      </td>
      <td role="cell" className="p-0 py-1 @3xl:px-3">
        <div className="flex items-center gap-1 whitespace-nowrap">
          {!wish.instock ? (
            <p className="text-sm font-semibold text-accent">
              {wish.withdrawn ? texts.withdrawn : texts.unavailable}
            </p>
          ) : wish.haschoices && choice === '' ? (
            <a
              className="btn btn-outline btn-primary"
              href={path}
              data-quick={productid}
              aria-label={purchaseMessages.chooseOf(title)}
            >
              {purchaseMessages.choose}
            </a>
          ) : (
            <form
              className="flex"
              action="/api/cart/add"
              method="post"
              onSubmit={send(() => moveToCart(wish))}
            >
              <input type="hidden" name="productid" value={productid} />
              <input type="hidden" name="mylistid" value={_id} />
              {chosen.map((field) => (
                <input key={field} type="hidden" name={field} value={wish[field]} />
              ))}
              <button className="btn btn-primary" aria-label={purchaseMessages.addToCartOf(title)}>
                {purchaseMessages.addTo}
              </button>
            </form>
          )}
          <form
            className="flex"
            action={`/api/mylist/${_id}`}
            method="post"
            onSubmit={send(() => unwish(wish))}
          >
            <input type="hidden" name="_method" value="delete" />
            <RemoveButton label={texts.remove(title)} />
          </form>
        </div>
      </td>
    </tr>
  )
}

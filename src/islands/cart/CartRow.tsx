import type { FormEvent } from 'react'
import { RemoveButton } from '#islands/cart/RemoveButton.tsx'
import { Stepper } from '#islands/kit/Stepper.tsx'
import { type CartItem, pathOf } from '#lib/cart/cart.ts'
import { quantityLimit } from '#lib/catalogue/quantity.ts'
import { formatPaise } from '#lib/money.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { cartTexts as texts } from '#lib/texts/browser/cart-rows.ts'
import { changeQuantity, removeLine, saveForLater } from '#stores/buying.ts'
import type { Outcome } from '#stores/send-changes.ts'
import { ItemCell } from './ItemCell.tsx'

type Props = {
  item: CartItem
  /** Keeps the overlay over what the line does. */
  follow: (work: Promise<Outcome>) => void
  /** Where the focus goes when the line has gone. */
  onLeave: (row: Element | null) => void
}

const toPaise = (rupees: number) => Math.round(rupees * 100)
const rupees = (amount: number) => formatPaise(toPaise(amount))
const LABEL = 'before:block before:text-xs before:text-muted before:content-[attr(data-label)]'
const CELL = `p-0 py-1 @3xl:px-3 ${LABEL} @3xl:before:hidden`

/** One line of the cart; each of its forms works without script (docs/cart.md). */
export function CartRow({ item, follow, onLeave }: Props) {
  const { _id: id, choice, image, price, producttitle: title, quantity, stock, subtotal } = item
  const { oldprice, rating, state, wasprice } = item
  const isOk = state === 'ok'
  const marks = {
    ok: '',
    short: texts.short(stock ?? 0),
    soldout: texts.soldOut,
    withdrawn: texts.withdrawn,
  }
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
      <ItemCell path={pathOf(item)} {...{ title, image, rating, choice }} isHeld={!isOk}>
        {!isOk && (
          <p className="ml-[5.25rem] text-sm font-semibold text-accent">
            <b className="flex text-error">{marks[state]}</b>
            {texts.notCounted}
          </p>
        )}
      </ItemCell>
      <td role="cell" className={CELL} data-label={texts.columns[1]}>
        <span className="font-semibold whitespace-nowrap tabular-nums">Rs {rupees(price)}</span>
        {oldprice !== null && <del className="ml-2 text-sm text-muted">Rs {rupees(oldprice)}</del>}
        {wasprice !== null && (
          <p className="text-sm font-semibold text-accent">
            {cartMessages.priceChanged(toPaise(wasprice), toPaise(price))}
          </p>
        )}
      </td>
      <td role="cell" className={CELL} data-label={texts.columns[2]}>
        {isOk || state === 'short' ? (
          <form
            className="flex flex-wrap gap-2"
            action={`/api/cart/${id}`}
            method="post"
            // Enter in the field has said it already (Stepper.tsx).
            onSubmit={(event) => event.preventDefault()}
          >
            <input type="hidden" name="_method" value="put" />
            <Stepper
              quantity={quantity}
              max={Math.max(quantity, quantityLimit(stock))}
              label={texts.quantityOf(title)}
              onChange={(wanted) => follow(changeQuantity(item, wanted))}
            />
            <button className="btn not-noscript:hidden">{texts.update}</button>
          </form>
        ) : (
          quantity
        )}
      </td>
      <td
        role="cell"
        className={`${CELL} order-1 text-right font-semibold whitespace-nowrap tabular-nums @3xl:text-left`}
        data-label={texts.columns[3]}
      >
        {isOk ? `Rs ${rupees(subtotal)}` : '-'}
      </td>
      <td role="cell" className="p-0 py-1 @3xl:px-3">
        <div className="flex items-center whitespace-nowrap">
          <form
            className="flex"
            action={`/api/cart/${id}`}
            method="post"
            onSubmit={send(() => removeLine(item))}
          >
            <input type="hidden" name="_method" value="delete" />
            <RemoveButton label={texts.remove(title)} />
          </form>
          {state !== 'withdrawn' && (
            <form
              className="flex"
              action="/api/mylist/add"
              method="post"
              onSubmit={send(() => saveForLater(item))}
            >
              <input type="hidden" name="cartid" value={id} />
              <button className="btn btn-link px-2" aria-label={texts.saveForLaterOf(title)}>
                {texts.saveForLater}
              </button>
            </form>
          )}
        </div>
      </td>
    </tr>
  )
}

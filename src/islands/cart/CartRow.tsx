import { useRef } from 'react'
import { RemoveButton } from '#islands/cart/RemoveButton.tsx'
import { awaitRow, CELL, ListRow, PriceCell, RowForm, type RowWork } from '#islands/kit/ListRow.tsx'
import { Stepper } from '#islands/kit/Stepper.tsx'
import type { CartItem } from '#lib/cart/cart.ts'
import { pathOf } from '#lib/cart/cart-lines.ts'
import { quantityLimit } from '#lib/catalogue/quantity.ts'
import { formatRupees, rupeesToPaise } from '#lib/money.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { cartTexts } from '#lib/texts/browser/cart-rows.ts'
import { productTexts } from '#lib/texts/browser/product.ts'
import { ItemCell } from './ItemCell.tsx'
import { withCartStores } from './load-stores.ts'

type Props = RowWork & { item: CartItem; /** Counts changes that were lost. */ lost: number }

/** One line of the cart. Each of its forms works without script (docs/cart.md). */
export function CartRow({ item, lost, follow, onLeave }: Props) {
  const { _id: id, choice, image, price, producttitle: title, quantity, stock, subtotal } = item
  const { oldprice, rating, state, unit = choice, wasprice } = item
  const path = pathOf(item)
  const isOk = state === 'ok'
  const marks = {
    ok: '',
    short: productTexts.onlyLeft(stock ?? 0),
    soldout: cartTexts.soldOut,
    withdrawn: cartTexts.withdrawn,
  }
  const work = { follow, onLeave }
  const form = useRef<HTMLFormElement>(null)
  return (
    <ListRow path={path}>
      <ItemCell {...{ path, title, image, rating }} choice={choice || unit} isHeld={!isOk}>
        {!isOk && (
          <p className="ml-[min(5.25rem,25%)] text-sm font-semibold text-accent">
            <b className="flex text-error">{marks[state]}</b>
            {cartTexts.notCounted}
          </p>
        )}
      </ItemCell>
      <PriceCell sign="₹" {...{ unit, priceRupees: price, oldPriceRupees: oldprice }}>
        {wasprice !== null && (
          <p className="text-sm font-semibold text-accent">
            {cartMessages.priceChanged(rupeesToPaise(wasprice), rupeesToPaise(price))}
          </p>
        )}
      </PriceCell>
      <td role="cell" className={`${CELL} order-1`}>
        {isOk || state === 'short' ? (
          <form
            ref={form}
            className="flex flex-wrap gap-2"
            action={`/api/cart/${id}`}
            method="post"
            // The stepper has already handled Enter in its field (Stepper.tsx).
            onSubmit={(event) => event.preventDefault()}
          >
            <input type="hidden" name="_method" value="put" />
            <Stepper
              quantity={quantity}
              max={quantityLimit(stock)}
              lost={lost}
              label={cartTexts.quantityOf(title)}
              onChange={(wanted) =>
                follow(
                  withCartStores((stores) => stores.changeQuantity(item, wanted)),
                  form.current,
                )
              }
            />
            <button className="btn not-noscript:hidden">{cartTexts.update}</button>
          </form>
        ) : (
          <>
            <span className="text-sm text-muted @3xl:sr-only">{cartTexts.columns[2]}</span>{' '}
            {quantity}
          </>
        )}
      </td>
      <td
        role="cell"
        className={`${CELL} self-start text-right font-bold whitespace-nowrap tabular-nums @3xl:text-left`}
        aria-live="polite"
      >
        {isOk ? `₹${formatRupees(subtotal)}` : '-'}
      </td>
      <td role="cell" className={`${CELL} order-1 ml-auto`}>
        <div className="flex flex-wrap items-center whitespace-nowrap @3xl:flex-nowrap">
          <RowForm
            {...work}
            action={`/api/cart/${id}`}
            act={() => withCartStores((stores) => stores.removeLine(item, () => awaitRow(path)))}
          >
            <input type="hidden" name="_method" value="delete" />
            <RemoveButton label={cartTexts.remove(title)} />
          </RowForm>
          {state !== 'withdrawn' && (
            <RowForm
              {...work}
              action="/api/mylist/add"
              act={() => withCartStores((stores) => stores.saveForLater(item))}
            >
              <input type="hidden" name="cartid" value={id} />
              <button className="btn btn-link px-2" aria-label={cartTexts.saveForLaterOf(title)}>
                {cartTexts.saveForLater}
              </button>
            </RowForm>
          )}
        </div>
      </td>
    </ListRow>
  )
}

import type { OrderView } from '#lib/checkout/checkout-view.ts'
import { isChanged } from '#lib/checkout/order-changes.ts'
import { unitPriceText } from '#lib/catalogue/unit-price.ts'
import { formatPaise } from '#lib/money.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'
import { HoldCountdown } from './HoldCountdown.tsx'

/**
 * YOUR ORDER (S-084): what is paid for, what has changed since it was chosen, and what is left out
 * and why.
 */
export function OrderPanel({ order }: { order: OrderView }) {
  const { lines, leftOut, totalPaise, taxPaise, heldUntil, heldMs = 0, isOpen } = order

  return (
    <section
      className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4 sm:p-5"
      id="order"
      aria-labelledby="your-order"
    >
      <h2 className="text-base font-bold tracking-wide" id="your-order">
        {checkoutTexts.order}
      </h2>
      {(isChanged(order) || leftOut.length > 0) && <Changed order={order} />}
      {lines.length > 0 && (
        <table className="w-full border-collapse text-left wrap-anywhere">
          <thead className="text-sm text-muted">
            <tr>
              <th className="pb-1 font-normal" scope="col">
                {checkoutTexts.product}
              </th>
              <th className="pb-1 text-right font-normal whitespace-nowrap" scope="col">
                {checkoutTexts.subtotal}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(
              ({ id, title, choice, unit, quantity, pricePaise, mrpPaise, wasPricePaise }) => (
                <tr key={id} className="border-t border-base-300 align-top">
                  <th className="py-2 pr-3 font-normal wrap-anywhere" scope="row">
                    {title} x {quantity}
                    <small className="grid text-sm text-muted empty:hidden">
                      {said(
                        choice || unit,
                        unitPriceText(pricePaise, unit),
                        mrpPaise === undefined ? '' : checkoutTexts.mrp(formatPaise(mrpPaise)),
                      )}
                    </small>
                    {wasPricePaise !== undefined && (
                      <em className="grid text-sm font-semibold not-italic">
                        {checkoutTexts.priceChanged(
                          formatPaise(wasPricePaise),
                          formatPaise(pricePaise),
                        )}
                      </em>
                    )}
                  </th>
                  <td className="py-2 text-right whitespace-nowrap tabular-nums">
                    Rs. {formatPaise(pricePaise * quantity)}
                  </td>
                </tr>
              ),
            )}
          </tbody>
          <tfoot>
            <tr className="border-t border-base-300">
              <th className="pt-2 font-normal" scope="row">
                {checkoutTexts.subtotal}
              </th>
              <td className="pt-2 text-right whitespace-nowrap tabular-nums">
                ₹{formatPaise(totalPaise)}
              </td>
            </tr>
            <tr>
              <th className="pb-2 font-normal" scope="row">
                {checkoutTexts.shipping}
              </th>
              <td className="pb-2 text-right text-success">{checkoutTexts.free}</td>
            </tr>
            <tr className="border-t border-base-300 text-lg">
              <th className="pt-2 font-bold" scope="row">
                {checkoutTexts.total}
              </th>
              <td className="pt-2 text-right font-bold whitespace-nowrap tabular-nums">
                ₹{formatPaise(totalPaise)}
              </td>
            </tr>
            <tr>
              <td className="text-sm text-muted" colSpan={2}>
                {taxPaise === undefined
                  ? checkoutTexts.allTaxes
                  : checkoutTexts.taxOf(formatPaise(taxPaise))}
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      {leftOut.length > 0 && (
        <div className="rounded-field bg-base-200 p-3">
          <h3 className="font-semibold">{checkoutTexts.leftOut}</h3>
          <ul>
            {leftOut.map(({ id, title, quantity, reason }) => (
              <li key={id}>
                {title} x {quantity} <b>{reason}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOpen && (
        <p className="text-sm">
          <b>{`${checkoutTexts.openTitle}.`}</b> {checkoutTexts.openLead(formatPaise(totalPaise))}
        </p>
      )}
      {heldUntil !== undefined && <HoldCountdown key={heldMs} until={heldUntil} leftMs={heldMs} />}
      <p>
        <a className="inline-block link py-2 text-primary" href="/cart">
          {checkoutTexts.backToCart}
        </a>
      </p>
    </section>
  )
}

/** The choice, or the contents of the only pack, the price per kilogram or litre, and the MRP. */
const said = (...texts: string[]) => texts.filter(Boolean).join(' · ')

/** Changes, shown first and before anything is paid (I6, F30). */
function Changed({ order: { lines, leftOut, totalPaise, wasPaise } }: { order: OrderView }) {
  const next = leftOut.length > 0 ? checkoutTexts.changeFirst : checkoutTexts.confirmBelow
  return (
    <div
      className="rounded-field border border-warning bg-warning/15 p-3"
      id="changed"
      role="group"
      aria-labelledby="changed-title"
      aria-describedby="changed-text"
      tabIndex={-1}
    >
      <h3 className="font-semibold" id="changed-title">
        {checkoutTexts.changedTitle}
      </h3>
      <div id="changed-text">
        {wasPaise !== undefined && wasPaise !== totalPaise && (
          <p>{checkoutTexts.totalChanged(formatPaise(wasPaise), formatPaise(totalPaise))}</p>
        )}
        <p>{lines.length > 0 ? next : checkoutTexts.noneLeft}</p>
      </div>
    </div>
  )
}

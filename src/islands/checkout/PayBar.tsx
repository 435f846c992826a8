import type { OrderView } from '#lib/checkout/checkout-view.ts'
import { formatPaise } from '#lib/money.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'
import type { PayWays } from './PayStep.tsx'
import type { CheckoutStage } from './stage.ts'

type Props = {
  order: OrderView
  ways: PayWays
  isPayable: boolean
  /** Something has changed since the shopper saw the order: paying confirms it. */
  isChanged: boolean
  stage: CheckoutStage
}

/** The button with the sum; on a phone, this alone stays in sight at the lower edge. */
export function PayBar({ order, ways, isPayable, isChanged, stage }: Props) {
  const amount = formatPaise(order.totalPaise)
  const goOn = order.isOpen ? checkoutTexts.goOnPaying(amount) : checkoutTexts.checkoutFor(amount)
  const note = 'note' in stage ? stage.note : ''
  // Pressing again does nothing (F27). Not `aria-busy`, which would silence the status text.
  const isBusy = stage.kind !== 'form'

  return (
    <div className="sticky bottom-0 z-30 -mx-4 grid gap-2 border-t border-base-300 bg-base-100 px-4 py-3 shadow-[0_-4px_16px_#0001] sm:mx-0 sm:rounded-box sm:border sm:p-4 lg:static lg:border-0 lg:p-0 lg:shadow-none">
      <p className="font-semibold empty:absolute" role="status">
        {note}
        {stage.kind === 'form' && stage.wayOut && (
          <>
            {' '}
            <a className="link" href={stage.wayOut.href}>
              {stage.wayOut.text}
            </a>
          </>
        )}
      </p>
      {isPayable ? (
        <button
          className="btn h-auto min-h-13 btn-block py-2 text-base btn-primary"
          aria-disabled={isBusy || undefined}
          data-pay=""
        >
          {isBusy && <span className="loading loading-spinner" aria-hidden="true" />}
          <span className="group-has-[[value=cod]:checked]/check:hidden">
            {isChanged ? checkoutTexts.confirmFor(amount) : goOn}
          </span>
          {ways.hasCod && (
            <span className="hidden group-has-[[value=cod]:checked]/check:inline">
              {isChanged ? checkoutTexts.confirmCod(amount) : checkoutTexts.checkoutCod(amount)}
            </span>
          )}
        </button>
      ) : (
        <a className="btn btn-block btn-lg btn-primary" href="/cart">
          {checkoutTexts.backToCart}
        </a>
      )}
    </div>
  )
}

import { type InputEvent, type ReactNode, type SubmitEvent, useRef } from 'react'
import { useLive } from '#islands/wake/use-live.ts'
import { belowMinimum } from '#lib/checkout/below-minimum.ts'
import { isChanged } from '#lib/checkout/order-changes.ts'
import type { OrderView } from '#lib/checkout/checkout-view.ts'
import { paiseToRupees } from '#lib/money.ts'
import { AddressStep, type BillingStart } from './AddressStep.tsx'
import { DeliveryStep } from './DeliveryStep.tsx'
import { OrderPanel } from './OrderPanel.tsx'
import { PayBar } from './PayBar.tsx'
import { PayStep, type PayWays } from './PayStep.tsx'
import type { WayOut } from './stage.ts'
import { type Faults, useCheckout } from './use-checkout.ts'

type Props = {
  billing: BillingStart
  faults: Faults
  order: OrderView
  /** The shop's least order in rupees. */
  minimum: number | null
  ways: PayWays
  /** Leads out of the refusal of a form that was sent without script. */
  wayOut?: WayOut | undefined
  /** The account's id; empty for a guest. */
  account: string
  /** Makes a second press of Pay harmless (F27). */
  idempotencykey: string
  /** Address of the provider's script, which is loaded on Pay (P11). */
  script: string | undefined
  /** Whether and when the shop delivers to the PIN code; follow-place.ts keeps both up to date. */
  place?: ReactNode
  when?: ReactNode
  /** The way to the page on privacy. */
  privacy?: ReactNode
}

/**
 * BILLING DETAILS and YOUR ORDER with the payment (S-083, S-084): address, delivery, payment, and
 * the sum always in sight. The form works without script; with it, errors are shown at once, the
 * payment opens in a dialog, and changes appear in place.
 */
export function CheckoutScreen({
  account,
  billing,
  idempotencykey,
  minimum,
  place,
  privacy,
  script,
  ways,
  when,
  ...start
}: Props) {
  const live = useLive<HTMLDivElement>()
  const form = useRef<HTMLFormElement>(null)
  const { stage, order, faults, asksCode, submit, forgetFaults } = useCheckout(form, {
    ...start,
    asksCode: ways.asksCode,
    isGuest: billing.isGuest,
  })
  const faultOf = (field: string) => faults[field]
  const isPayable = order.lines.length > 0 && order.leftOut.length === 0

  const { shown, totalPaise } = order
  const lacking = order.isOpen ? '' : belowMinimum(minimum, totalPaise)
  const sentAlong = { idempotencykey, account, seen: paiseToRupees(totalPaise), shown }

  function send(event: SubmitEvent): void {
    event.preventDefault()
    void submit()
  }

  function notice({ target }: InputEvent<HTMLFormElement>): void {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isField && faults[target.name] !== undefined) forgetFaults([target.name])
  }

  return (
    <div ref={live}>
      <form
        ref={form}
        id="checkout"
        className="group/check mt-2 grid grid-cols-1 items-start gap-4 sm:mt-4 lg:grid-cols-[1fr_24rem] lg:gap-6"
        action="/api/checkout"
        method="post"
        noValidate
        hidden={stage.kind === 'waiting'}
        data-script={script}
        onSubmit={send}
        onInput={notice}
      >
        {lacking && (
          <p className="alert alert-soft alert-warning text-base-content lg:col-span-2">
            {lacking}
          </p>
        )}
        {Object.entries(sentAlong).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid grid-cols-1 gap-4">
          <AddressStep
            {...{ billing, faultOf, place }}
            hasFaults={hasAny(faults)}
            onTake={forgetFaults}
          />
          <DeliveryStep
            note={billing.values['note']}
            values={billing.values}
            lines={order.lines}
            fault={faultOf('note')}
            when={when}
          />
          {isPayable && <PayStep {...{ ways, asksCode }} fault={faultOf('phonecode')} />}
          {privacy}
        </div>
        <div className="contents lg:sticky lg:top-4 lg:grid lg:gap-4">
          <OrderPanel order={order} />
          <PayBar {...{ order, ways, isPayable, stage }} isChanged={isChanged(order)} />
        </div>
      </form>
      {stage.kind === 'waiting' && <stage.Panel title={stage.title} text={stage.text} />}
      {stage.kind === 'window' && <stage.Window attempt={stage.attempt} onEnd={stage.onEnd} />}
    </div>
  )
}

const hasAny = (faults: Faults) =>
  Object.keys(faults).some((field) => !['note', 'phonecode'].includes(field))

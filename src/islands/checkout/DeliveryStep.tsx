import { type ReactNode, useState } from 'react'
import { Fault, Hint } from '#islands/kit/Field.tsx'
import { BILLING_LENGTHS, lineWishField } from '#lib/checkout/billing-fields.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'
import type { CheckoutLine } from '#lib/checkout/checkout-view.ts'
import { MissingWishes } from './MissingWishes.tsx'
import { StepCard } from './StepCard.tsx'

type Props = {
  note: string | undefined
  fault: string | undefined
  /** Values of a form that was sent back. */
  values: Readonly<Record<string, string>>
  lines: readonly CheckoutLine[]
  /** When it comes, if the shop says so. */
  when: ReactNode
}

/**
 * What delivery costs and, folded until something is filled in, the wishes for missing products and
 * a note.
 */
export function DeliveryStep({ note = '', fault, values, lines, when }: Props) {
  const wishes = [values['ifmissing'], ...lines.map(({ id }) => values[lineWishField(id)])]
  const isSaid =
    Boolean(note || fault) || wishes.some((wish = '') => wish !== '' && wish !== 'call')
  // Folded by hand over an error, it is opened again by the next press (use-checkout.ts).
  const [isOpen, setOpen] = useState(isSaid)

  return (
    <StepCard number={2} id="delivery" title={checkoutTexts.delivery}>
      <p className="flex justify-between gap-2">
        <span>
          {checkoutTexts.toYourDoor}
          {when}
        </span>
        <b className="text-success">{checkoutTexts.free}</b>
      </p>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="btn -ml-2 h-auto min-h-11 btn-ghost px-2 text-left text-sm whitespace-normal text-primary underline">
          {checkoutTexts.deliveryWishes}
        </summary>
        <MissingWishes values={values} lines={lines} />
        <div className="mt-2 grid gap-1">
          <label className="font-semibold" htmlFor="billing-note">
            {checkoutTexts.fields.note}
          </label>
          <textarea
            className={`textarea w-full text-base ${fault ? 'textarea-error' : 'border-edge'}`}
            id="billing-note"
            name="note"
            rows={2}
            maxLength={BILLING_LENGTHS.note}
            aria-describedby="billing-note-hint billing-note-fault"
            aria-invalid={fault ? true : undefined}
            defaultValue={note}
          />
          <Hint id="billing-note-hint">{checkoutTexts.noteHint}</Hint>
          <Fault id="billing-note-fault" text={fault} />
        </div>
      </details>
    </StepCard>
  )
}

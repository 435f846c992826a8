import { purchaseTexts } from '#lib/texts/browser/purchase.ts'

type Props = {
  label: string
  quantity: number
  /** No more can be added. */
  isFull?: boolean
  onStep?: (by: 1 | -1) => void
}

/**
 * A counter (− n +) of the units in the cart. Cards show it without React: the light layer copies
 * it from a template in the page, and finds its buttons by `data-by` (light/card-followers.ts).
 */
export function CartStepper({ label, quantity, isFull, onStep }: Props) {
  const step = (by: 1 | -1) => ({
    type: 'button' as const,
    className:
      'btn btn-primary h-11 min-h-11 w-11 rounded-none bg-transparent border-0 px-0 text-xl text-primary-content shadow-none -outline-offset-4 outline-current aria-disabled:opacity-60',
    'aria-label': by > 0 ? purchaseTexts.oneMore : purchaseTexts.oneFewer,
    'data-by': by,
    ...(onStep && { onClick: () => onStep(by) }),
  })
  return (
    <span
      role="group"
      aria-label={label}
      className="flex items-center justify-between overflow-hidden rounded-field bg-primary font-bold text-primary-content"
    >
      <button {...step(-1)}>{'\u2212'}</button>
      <output className="min-w-6 text-center tabular-nums">{quantity}</output>
      <button {...step(1)} aria-disabled={isFull || undefined}>
        +
      </button>
    </span>
  )
}

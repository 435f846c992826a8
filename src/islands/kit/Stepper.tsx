import { type MouseEvent, useEffect, useRef } from 'react'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { announce } from './announce.ts'
import { limitQuantity } from './limit-quantity.ts'

type Props = {
  /** May exceed `max`, if the stock has fallen below what was chosen. */
  quantity: number
  max: number
  label?: string
  /** Counts changes that were lost: with each, the field goes back to `quantity`. */
  lost?: number
  /** Its buttons work before React does (light/product-form.ts). */
  isLight?: boolean
  /** Called with a new quantity, at least 1 and at most `max`. */
  onChange: (quantity: number) => void
}

/**
 * A number field with − and + buttons, which need script; without it the field alone is enough. A
 * typed number counts when the field is left or Enter is pressed, also if it was typed before
 * hydration. More than `max` becomes `max`, and an alert says so. A button at its end keeps the
 * focus.
 */
export function Stepper(props: Props) {
  const { quantity, max, label = purchaseTexts.quantity, lost, isLight, onChange } = props
  const field = useRef<HTMLInputElement>(null)
  // The last choice; `quantity` equals it only after the parent has handled `onChange`.
  const chosen = useRef(quantity)
  const take = (input: HTMLInputElement) => {
    const typed = Math.floor(input.valueAsNumber)
    const isTold = typed !== chosen.current
    // An unchanged quantity may exceed what is left by now: leave it alone.
    const wanted = typed === chosen.current ? typed : limitQuantity(max, typed)
    const isNew = wanted >= 1 && wanted !== chosen.current
    if (isNew) chosen.current = wanted
    input.value = String(chosen.current)
    if (isNew) onChange(wanted)
    // A press leaves the focus on its button, and what cannot be taken leaves the old number.
    if (isTold) announce(`${label}: ${chosen.current}`)
  }

  // The field is uncontrolled: it follows a quantity changed elsewhere, but never undoes a
  // keystroke.
  useEffect(() => {
    if (chosen.current !== quantity && field.current) field.current.value = String(quantity)
    chosen.current = quantity
  }, [quantity, lost])

  const isEnd = (by: 1 | -1) => (by > 0 ? quantity >= max : quantity <= 1)
  const step = (by: 1 | -1, name: string) => ({
    type: 'button' as const,
    className: `btn pointer-events-auto h-11 w-11 px-0 text-lg noscript:hidden ${by < 0 ? 'rounded-e-none' : 'rounded-s-none'}`,
    'aria-label': name,
    'aria-disabled': isEnd(by),
    'data-replay': `step ${by}`,
    ...(isLight && { 'data-by': by, 'data-native': true }),
  })
  const stepBy = (by: 1 | -1, event: MouseEvent) => {
    // The light layer's listener, which runs next, ignores a prevented click.
    event.preventDefault()
    const input = field.current
    if (!input) return
    // Counts from the field, as several quick presses are not rendered one by one.
    input.value = String(Math.max(limitQuantity(max, (input.valueAsNumber || quantity) + by), 1))
    // The recorder of early input has to notice it too (wake/record-input.ts).
    input.dispatchEvent(new Event('input', { bubbles: true }))
    take(input)
  }

  return (
    <span className="inline-flex" role="group" aria-label={label}>
      <button {...step(-1, purchaseTexts.oneFewer)} onClick={(event) => stepBy(-1, event)}>
        {'\u2212'}
      </button>
      <input
        ref={field}
        className="input -mx-px h-11 w-12 [appearance:textfield] rounded-none px-0 text-center tabular-nums focus:z-1"
        type="number"
        name="quantity"
        defaultValue={quantity}
        min="1"
        max={Math.max(quantity, max)}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        // Without the focus nobody is typing: replay-input.ts replays what was typed before React took over.
        onInput={({ currentTarget }) =>
          currentTarget !== document.activeElement && take(currentTarget)
        }
        onBlur={({ currentTarget }) => take(currentTarget)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget)}
      />
      <button {...step(1, purchaseTexts.oneMore)} onClick={(event) => stepBy(1, event)}>
        +
      </button>
    </span>
  )
}

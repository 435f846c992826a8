import { type MouseEvent, useEffect, useRef } from 'react'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { atMost } from './at-most.ts'

type Props = {
  /** It may be more than `max`, where fewer are left than were chosen. */
  quantity: number
  max: number
  label?: string
  /** Its buttons step before React is there (light/product-form.ts). */
  isLight?: boolean
  /** Another quantity was chosen: at least 1, at most `max`. */
  onChange: (quantity: number) => void
}

/**
 * − and + beside a number, which need script; without it the field is enough. What is typed counts
 * when the field is left or Enter is pressed, also what was typed before this was live. More than there
 * is becomes what there is, and it is said. A button at its end keeps the focus.
 */
export function Stepper(props: Props) {
  const { quantity, max, label = purchaseMessages.quantity, isLight, onChange } = props
  const field = useRef<HTMLInputElement>(null)
  // What was chosen last: `quantity` follows it only when the change has been heard.
  const chosen = useRef(quantity)
  const take = (input: HTMLInputElement) => {
    const typed = Math.floor(input.valueAsNumber)
    // What was chosen may be more than there is by now: left alone, it stays.
    const wanted = typed === chosen.current ? typed : atMost(max, typed)
    const isNew = wanted >= 1 && wanted !== chosen.current
    if (isNew) chosen.current = wanted
    input.value = String(chosen.current)
    if (isNew) onChange(wanted)
  }

  // The field is the shopper's: it follows another quantity, and no keystroke is taken back.
  useEffect(() => {
    if (chosen.current !== quantity && field.current) field.current.value = String(quantity)
    chosen.current = quantity
  }, [quantity])

  const isEnd = (by: 1 | -1) => (by > 0 ? quantity >= max : quantity <= 1)
  const step = (by: 1 | -1, name: string) => ({
    type: 'button' as const,
    className: `btn h-11 w-11 px-0 text-lg noscript:hidden ${by < 0 ? 'rounded-e-none' : 'rounded-s-none'} ${isEnd(by) ? 'opacity-40' : ''}`,
    'aria-label': name,
    'aria-disabled': by > 0 && isEnd(by),
    'data-replay': `step ${by}`,
    ...(isLight && { 'data-by': by, 'data-native': true }),
  })
  const stepBy = (by: 1 | -1, event: MouseEvent) => {
    // The light layer, which hears it next, leaves it alone.
    event.preventDefault()
    const input = field.current
    if (!input) return
    // From what the field says: of presses that come at once none is rendered between.
    input.value = String(Math.max(atMost(max, (input.valueAsNumber || quantity) + by), 1))
    // What is noted of the field while React takes over hears of it too (wake/record-input.ts).
    input.dispatchEvent(new Event('input', { bubbles: true }))
    take(input)
  }

  return (
    <span className="inline-flex" role="group" aria-label={label}>
      <button {...step(-1, purchaseMessages.oneFewer)} onClick={(event) => stepBy(-1, event)}>
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
        // Nobody types where the focus is not: this is what was typed before, brought by replay-input.ts.
        onInput={({ currentTarget }) =>
          currentTarget !== document.activeElement && take(currentTarget)
        }
        onBlur={({ currentTarget }) => take(currentTarget)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget)}
      />
      <button {...step(1, purchaseMessages.oneMore)} onClick={(event) => stepBy(1, event)}>
        +
      </button>
    </span>
  )
}

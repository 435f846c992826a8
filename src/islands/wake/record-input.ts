import { type HeldEvent, dimControl, isHeldEvent } from './held-events.ts'

/** A field whose content the shopper can change before the island is live. */
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What was done in an island before it was live. */
export type Noted = {
  /** Presses and submits, which were held back. */
  acts: HeldEvent[]
  /** All fields with what they held right before React took over. */
  fields: { field: Field; value: string; isChecked: boolean }[]
  /** Those that were typed in. */
  touched: Set<EventTarget | null>
  focused: Element | null
  caret: Caret
  /** What is marked in a field now: handed on, as what brings all this comes with React, and this code before it. */
  caretOf: (field: Element | null) => Caret
}
type Caret = [start: number | null, end: number | null] | undefined

const HELD_EVENTS = ['click', 'submit']

/**
 * Holds back what is pressed and sent in an island that isn't live yet, and notes what is typed, as
 * was done with the events of before. What brings it all to the island comes with that (replay-input.ts).
 */
export function recordInput(island: HTMLElement, before: readonly Event[] = []) {
  const noted: Noted = {
    acts: [],
    fields: [],
    touched: new Set(),
    focused: null,
    caret: undefined,
    caretOf,
  }
  const note = (event: Event) => {
    if (event.type === 'input') {
      noted.touched.add(event.target)
      // Typed while React takes over: what was kept before that is old.
      const kept = noted.fields.find(({ field }) => field === event.target)
      if (kept) Object.assign(kept, contentOf(kept.field))
    } else if (isHeldEvent(event)) {
      noted.acts.push(event)
      dimControl(event, true)
      event.preventDefault()
      event.stopPropagation()
    }
  }
  before.forEach(note)
  for (const type of [...HELD_EVENTS, 'input']) island.addEventListener(type, note, true)

  return {
    noted,
    /** Right before React takes over: it may put its own values in place of the typed ones. */
    keep(): void {
      const fields = island.querySelectorAll<Field>('input,select,textarea')
      noted.fields = [...fields].map((field) => {
        return { field, ...contentOf(field) }
      })
      const focused = document.activeElement
      if (!island.contains(focused)) return
      noted.focused = focused
      noted.caret = caretOf(focused)
    },
    stop(): void {
      for (const type of [...HELD_EVENTS, 'input']) island.removeEventListener(type, note, true)
    },
  }
}

function caretOf(field: Element | null): Caret {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isText ? [field.selectionStart, field.selectionEnd] : undefined
}

const contentOf = (field: Field) => ({
  value: field.value,
  isChecked: 'checked' in field && field.checked,
})

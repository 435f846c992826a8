import { type HeldEvent, dimControl, isHeldEvent } from './held-events.ts'

/** A field that the shopper can change before the island is live. */
export type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What was done in an island before it was live. */
export type Noted = {
  /** Presses and submits that were held back. */
  acts: HeldEvent[]
  /** All fields with their contents right before React took over. */
  fields: { field: FormControl; value: string; isChecked: boolean }[]
  /** Fields that were typed in. */
  touched: Set<EventTarget | null>
  focused: Element | null
  caret: Caret
  /**
   * Reads a field's current selection. Passed along, so that the replaying code, loaded with React,
   * need not contain it too.
   */
  caretOf: (field: Element | null) => Caret
}
type Caret = [start: number | null, end: number | null] | undefined

const HELD_EVENTS = ['click', 'submit']

/**
 * Holds back presses and submits in an island that is not live yet and records what is typed,
 * starting with the events in `before`. replay-input.ts gives it all to the island once it is live.
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
      // Typed while React takes over: update the recorded content.
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
    /** To be called right before React takes over, which may replace typed values by its own. */
    keep(): void {
      const fields = island.querySelectorAll<FormControl>('input,select,textarea')
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

const contentOf = (field: FormControl) => ({
  value: field.value,
  isChecked: 'checked' in field && field.checked,
})

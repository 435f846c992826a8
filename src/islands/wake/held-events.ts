import { opensElsewhere } from './opens-elsewhere.ts'

/** What works before React does: it is neither held back nor repeated. */
const NATIVE = '[data-native],summary,select,textarea,input,label'
/** What is held: links only where they say that a script does more than they do. */
const HELD = 'button,[data-replay]'

/** A press or submit in an island that isn't live yet, which is held back and repeated when it is. */
export type HeldEvent = SubmitEvent | MouseEvent

/** Whether the event is one of these; of presses those that would do something here. */
export function isHeldEvent(event: Event): event is HeldEvent {
  if (event instanceof SubmitEvent) return true
  if (event.type !== 'click' || !(event instanceof MouseEvent)) return false
  const { target, button } = event
  if (!(target instanceof Element) || opensElsewhere(event) || button !== 0) return false
  return !target.closest(NATIVE) && target.closest(HELD) !== null
}

/** Dims the button whose press is held back, so that it is seen to be heard, or no longer. */
export function dimControl({ target }: HeldEvent, isHeldBack: boolean): void {
  const control = target instanceof Element && target.closest<HTMLElement>(HELD)
  if (control) control.style.opacity = isHeldBack ? '0.5' : ''
}

/** Where the island can't come: the links and forms below do what was held back. */
export function releaseEvents(acts: readonly HeldEvent[]): void {
  for (const act of acts) dimControl(act, false)
  for (const act of acts) {
    const { target } = act
    if (target instanceof HTMLFormElement && 'submitter' in act) target.requestSubmit(act.submitter)
    else if (target instanceof HTMLElement) target.click()
  }
}

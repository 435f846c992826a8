import { opensElsewhere } from './opens-elsewhere.ts'

/** Elements that work without React: their events are neither held back nor replayed. */
const NATIVE = '[data-native],summary,select,textarea,input,label'
/** Elements whose events are held; links only if marked as having a script. */
const HELD = 'button,[data-replay]'

/**
 * A press or submit in an island that is not live yet, which is held back and replayed when it is.
 */
export type HeldEvent = SubmitEvent | MouseEvent

/**
 * Whether an event is to be held: any submit, and presses that only the island's script can handle.
 */
export function isHeldEvent(event: Event): event is HeldEvent {
  if (event instanceof SubmitEvent) return true
  if (event.type !== 'click' || !(event instanceof MouseEvent)) return false
  const { target, button } = event
  if (!(target instanceof Element) || opensElsewhere(event) || button !== 0) return false
  return !target.closest(NATIVE) && target.closest(HELD) !== null
}

/** Dims a control while its press is held back, as feedback, and undoes that. */
export function dimControl({ target }: HeldEvent, isHeldBack: boolean): void {
  const control = target instanceof Element && target.closest<HTMLElement>(HELD)
  if (control) control.style.opacity = isHeldBack ? '0.5' : ''
}

/** Replays held events without the island, so that links and forms handle them. */
export function releaseEvents(acts: readonly HeldEvent[]): void {
  for (const act of acts) dimControl(act, false)
  for (const act of acts) {
    const { target } = act
    if (target instanceof HTMLFormElement && 'submitter' in act) target.requestSubmit(act.submitter)
    else if (target instanceof HTMLElement) target.click()
  }
}

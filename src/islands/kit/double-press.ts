/** Two presses of one place within this time are a double press. */
const DOUBLE_MS = 400
/** How far a finger may stray between them. */
const NEAR_PX = 16

let last: MouseEvent | undefined

/**
 * Stops the second click of a double press if the first one has replaced its control: ADD by a
 * counter, whose − or + would take out or add one more, or the other way round. A key presses what
 * has the focus, wherever that stands.
 */
export function stopRepeat(event: MouseEvent): void {
  // Clicks that were held and are replayed are no presses (load-on-input.ts).
  if (!event.isTrusted || event.detail === 0) return
  if (last && isRepeat(last, event)) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  last = event
}

function isRepeat({ target, timeStamp, clientX, clientY }: MouseEvent, next: MouseEvent): boolean {
  // Not what was pressed in it: a button may change its words.
  const control = target instanceof Element && target.closest('button,a')
  const isGone = control && !control.getClientRects()[0]
  const isNear = Math.hypot(next.clientX - clientX, next.clientY - clientY) < NEAR_PX
  return !!isGone && isNear && next.timeStamp - timeStamp < DOUBLE_MS
}

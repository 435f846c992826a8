/** Two presses of one place within this time are a double press. */
const DOUBLE_MS = 400
/** How far a finger may stray between them. */
const NEAR_PX = 16
/** How far apart two controls in one place may be, of which one is pressed by a key after the other. */
const BESIDE_PX = 80

let last: { control: Element | null; x: number; y: number; at: number } | undefined

/**
 * Stops the second click of a double press if the first one has replaced its control: ADD by a
 * counter, whose − or + would take out or add one more, or the other way round.
 */
export function stopRepeat(event: MouseEvent): void {
  const { target } = event
  // Clicks that were held and are replayed are no presses (load-on-input.ts).
  if (!event.isTrusted || !(target instanceof Element)) return
  const { clientX, clientY, detail, timeStamp: at } = event
  const isByKey = detail === 0
  const box = target.getBoundingClientRect()
  const x = isByKey ? box.x + box.width / 2 : clientX
  const y = isByKey ? box.y + box.height / 2 : clientY
  const isNear = last && Math.hypot(x - last.x, y - last.y) < (isByKey ? BESIDE_PX : NEAR_PX)
  // Not what was pressed in it: a button may change its words.
  if (last && isNear && at - last.at < DOUBLE_MS && last.control?.getClientRects().length === 0) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  last = { control: target.closest('button,a'), x, y, at }
}

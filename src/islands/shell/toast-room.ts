/** What is pressed, and what is to be read beside the toast: what is said of a field, and what a part is called. */
const CONTROLS =
  'a, button, input, select, textarea, summary, [role=alert], [id$=-fault], h1, h2, [data-room]'
/** In a closed menu they still have a place of their own. */
const CLOSED = 'details:not([open]) > :not(summary)'
/** Distance from the edges of the window, and how finely is looked. */
const EDGE = 12
const STEP = 8
/** Text in the middle of the window is being read. */
const LOW = 0.25
const HIGH = 0.3

/**
 * How far above the lower edge of the window a toast covers fewest controls, in pixels: near that
 * edge, or else near the upper one. What scrolling does not free counts most.
 */
export function findRoom(toast: HTMLElement): number {
  const { left, right, height } = toast.getBoundingClientRect()
  const around = toast.parentElement ?? document.body
  const covered = [...around.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    const box = control.getBoundingClientRect()
    const isBeside = box.right <= left || box.left >= right || box.width === 0
    const isOut = box.bottom <= 0 || box.top >= innerHeight || toast.contains(control)
    return isBeside || isOut || control.closest(CLOSED)
      ? []
      : [{ box, weight: stays(control) ? 100 : 1 }]
  })
  const weightAt = (bottom: number) => {
    const low = innerHeight - bottom
    const hidden = covered.filter(({ box }) => box.top < low && box.bottom > low - height)
    // Below is where a message is looked for: the upper edge has to be better by more than one control.
    return hidden.reduce((sum, { weight }) => sum + weight, bottom > innerHeight / 2 ? 1 : 0)
  }
  const places = [...range(EDGE, innerHeight * LOW)]
  for (const top of range(EDGE, innerHeight * HIGH)) places.push(innerHeight - top - height)
  const weights = places.map(weightAt)
  return places[weights.indexOf(Math.min(...weights))] ?? EDGE
}

function* range(from: number, to: number) {
  for (let at = from; at <= to; at += STEP) yield at
}

/** The header is where people look for the way on; a bar stays wherever they scroll. */
function stays(control: HTMLElement): boolean {
  if (control.closest('body > header')) return true
  for (let part: Element | null = control; part; part = part.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(part).position)) return true
  }
  return false
}

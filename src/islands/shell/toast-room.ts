/** What a toast should not cover: controls, error texts of fields, headings, and `data-room`. */
const CONTROLS =
  'a, button, input, select, textarea, summary, [role=alert], [id$=-fault], h1, h2, [data-room]'
/** Elements in a closed menu still have a bounding box. */
const CLOSED = 'details:not([open]) > :not(summary)'
/** Distance from the window's edges, and step between tried positions, in pixels. */
const EDGE = 12
const STEP = 8
/** Only the lower 25 % and the upper 30 % of the window are tried: text in the middle is being read. */
const LOW = 0.25
const HIGH = 0.3

/**
 * How far above the window's lower edge a toast covers the fewest controls, in pixels: near that
 * edge or else near the upper one. Controls that scrolling does not free count most.
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
    // People look for a message at the lower edge: the upper one must free more than one control to win.
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

/**
 * Whether a control stays covered after scrolling. The header counts, as people look there for the
 * way on.
 */
function stays(control: HTMLElement): boolean {
  if (control.closest('body > header')) return true
  for (let part: Element | null = control; part; part = part.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(part).position)) return true
  }
  return false
}

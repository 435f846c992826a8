import { NOT_LOADED } from '#lib/texts/browser/not-loaded.ts'

/** Addresses of the page's own modules; the publisher puts them in (publish/module-loader.ts). */
declare const MODULES: string[]

/** What the modules do more of than the links and forms below: a press on it waits for them. */
const CONTROLS =
  '[data-location],[data-share],[data-quick],[data-choose],[data-by],[form=add],[form=wish]'

// Loads what a page runs: when its pictures are there, or with the first input. On a slow network modules
// would hold up the largest picture, and without them everything works by links and forms. After a frame
// with all pictures, so that no script stands before the largest paint. A catalogue page that has nothing
// of its own to show a newcomer waits for the input (`data-still` of Document.astro).
const { dataset } = document.body
const held: HTMLElement[] = []
let isLoading = false
let isLost = false

function load(): void {
  if (isLoading) return
  isLoading = true
  Promise.all(MODULES.map((file) => import(file))).then(letGo, lose)
}

function letGo(): void {
  removeEventListener('click', hold, true)
  for (const control of held) {
    control.ariaBusy = null
    control.click()
  }
}

/** Without network links and forms would lead to the browser's error page. */
function lose(): void {
  if (navigator.onLine) return letGo()
  isLost = true
  for (const control of held.splice(0)) control.ariaBusy = null
  const place = document.querySelector('toast-message')
  if (!place || place.firstChild) return
  const text = Object.assign(document.createElement('p'), { role: 'status' })
  place.append(text)
  // There before its text, or a screen reader would not say it.
  setTimeout(() => text.append(NOT_LOADED))
  place.classList.add('is-open', 'is-error')
  addEventListener('online', () => place.replaceChildren(), { once: true })
}

function hold(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event
  const control = target instanceof Element && target.closest<HTMLElement>(CONTROLS)
  if (!control || ctrlKey || metaKey || shiftKey || (isLost && navigator.onLine)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (isLost) return
  control.ariaBusy = 'true'
  // Who presses once more because nothing came yet wants it once.
  if (!held.includes(control)) held.push(control)
  load()
}

/** Whether there may be something to show: of who was here before, of the page before, or of no network. */
function isAwaited(): boolean {
  const { still } = dataset
  if (still === undefined) return true
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  if (still === 'slow' && !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g') {
    return true
  }
  const [visit] = performance.getEntriesByType('navigation')
  try {
    return (
      (visit as PerformanceNavigationTiming).type !== 'navigate' ||
      !navigator.onLine ||
      document.querySelector('.flash,[data-kept]') !== null ||
      document.cookie !== '' ||
      localStorage.length + sessionStorage.length > 0
    )
  } catch {
    return true // Storage may be closed to pages altogether.
  }
}

addEventListener('load', () =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (isAwaited()) load()
    }),
  ),
)
for (const type of ['pointerdown', 'keydown']) {
  // Modules that come after the first input know of it (kit/first-input.ts).
  const note = () => {
    dataset['touched'] = ''
    load()
  }
  addEventListener(type, note, { capture: true, once: true })
}
for (const type of ['wheel', 'storage', 'offline']) {
  addEventListener(type, load, { once: true, passive: true })
}
addEventListener('pointermove', ({ movementX, movementY }) => {
  // A browser also tells of a mouse that rests where the page comes.
  if (movementX !== 0 || movementY !== 0) load()
})
addEventListener('click', hold, true)

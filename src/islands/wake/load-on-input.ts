import { TOAST_MS } from '#lib/limits.ts'
import { countUnits, keepAdditions } from './count-units.ts'
import { firstInput } from './first-input.ts'
import { opensElsewhere } from './opens-elsewhere.ts'

/**
 * Loads code at the first input. Clicks on its controls that come earlier are held, marked as busy
 * at once, and replayed; if the code cannot be loaded, the links and forms handle them, the last one
 * of several. Offline, these would lead to the browser's error page, so an alert is shown and the
 * next press tries again. A link pressed meanwhile is followed after the presses before it.
 * Held additions are counted in the header, and kept for the next page when this one is left.
 * @returns a function that loads the code before the first input
 */
export function loadOnInput(controls: string, load: () => Promise<unknown>): () => void {
  let loading: Promise<void> | undefined
  const held: HTMLElement[] = []

  const start = (): void => void (loading ??= load().then(() => end(held), fail))
  const fail = () => {
    // Only one form or link can leave the page: additions before it stay held until then.
    if (navigator.onLine)
      return end(held.filter(({ dataset }, at) => dataset['by'] || !held[at + 1]))
    if (held[0]) sayLost()
    forget()
    countUnits()
    loading = undefined
  }
  const forget = () => {
    for (const control of held.splice(0)) control.ariaBusy = null
  }
  const end = (presses: HTMLElement[]) => {
    removeEventListener('click', hold, true)
    for (const control of presses) {
      control.ariaBusy = null
      control.click()
    }
  }
  const hold = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element) || opensElsewhere(event)) return
    const wanted = held[0] ? `${controls},a[href^="/"]` : controls
    const control = target.closest<HTMLElement>(wanted)
    if (!control) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // Pressing again out of impatience counts once, but each step of a counter counts.
    if (!control.ariaBusy || control.dataset['by']) held.push(control)
    control.ariaBusy = 'true'
    countUnits()
    start()
  }

  addEventListener('click', hold, true)
  addEventListener('pagehide', () => {
    keepAdditions()
    forget()
  })
  void firstInput().then(start)
  return start
}

/** Loads code that no press waits for; if that fails, tries again whenever the network is back. */
export async function loadWhenOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      console.warn('Not loaded yet:', error)
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    }
  }
}

/**
 * Shows a message in the toast's place, as the toast's own code may be out of reach too
 * (toast-message.ts).
 */
function sayLost(): void {
  const place = document.querySelector<HTMLElement>('toast-message')
  const show = (said = '') => {
    place?.querySelector('p')?.replaceChildren(said)
    place?.classList.toggle('is-open', said !== '')
    place?.classList.toggle('is-error', said !== '')
  }
  setTimeout(() => show(place?.dataset['lost']))
  setTimeout(show, TOAST_MS)
}

import { TOAST_MS } from '#lib/limits.ts'
import { firstInput } from './first-input.ts'
import { opensElsewhere } from './opens-elsewhere.ts'

/**
 * Loads code with the first input. Clicks on the controls that come before it are held, which is shown at
 * once, and repeated; where the code cannot be loaded, they go on to the links and forms that the controls are.
 * Without network these would lead to the browser's error page: then it is said, and the next press tries again.
 * A link that is pressed meanwhile leads on after what was pressed before it.
 * @param note is called when a press is held, and when none can be done
 * @param keep is called when the page is left with presses that were not done
 * @returns what loads it before the first input
 */
export function loadOnInput(
  controls: string,
  load: () => Promise<unknown>,
  note?: () => void,
  keep?: () => void,
): () => void {
  let loading: Promise<void> | undefined
  const held: HTMLElement[] = []

  const start = (): void => void (loading ??= load().then(end, fail))
  const fail = () => {
    if (navigator.onLine) return end()
    if (held.length > 0) sayLost()
    forget()
    note?.()
    loading = undefined
  }
  const forget = () => {
    for (const control of held) control.ariaBusy = null
    return held.splice(0)
  }
  const end = () => {
    removeEventListener('click', hold, true)
    for (const control of forget()) control.click()
  }
  const hold = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element) || opensElsewhere(event)) return
    const wanted = held.length > 0 ? `${controls},a[href^="/"]` : controls
    const control = target.closest<HTMLElement>(wanted)
    if (!control) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // Who presses once more because nothing came yet wants it once; of a counter's steps each is wanted.
    if (control.ariaBusy !== 'true' || control.dataset['by'] !== undefined) held.push(control)
    control.ariaBusy = 'true'
    note?.()
    start()
  }

  addEventListener('click', hold, true)
  addEventListener('pagehide', () => {
    keep?.()
    forget()
  })
  void firstInput().then(start)
  return start
}

/** Loads what no press waits for; where it can't be loaded, again when the network is back. */
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

/** In the place of toasts, whose own code may be out of reach as well (toast-message.ts). */
function sayLost(): void {
  const place = document.querySelector<HTMLElement>('toast-message')
  const text = place?.querySelector('p')
  const show = (said = '') => {
    if (text) text.textContent = said
    for (const name of ['is-open', 'is-error']) place?.classList.toggle(name, said !== '')
  }
  setTimeout(() => show(place?.dataset['lost']))
  setTimeout(show, TOAST_MS)
}

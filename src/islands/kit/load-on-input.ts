import { TOAST_MS } from '#lib/limits.ts'
import { cardMessages } from '#lib/texts/browser/card.ts'
import { firstInput } from './first-input.ts'

/**
 * Loads code with the first input. Clicks on the controls that come before it are held, which is shown at
 * once, and repeated; where the code cannot be loaded, they go on to the links and forms that the controls are.
 * Without network these would lead to the browser's error page: then it is said, and the next press tries again.
 */
export function loadOnInput(controls: string, load: () => Promise<unknown>): void {
  let loading: Promise<void> | undefined
  const held: HTMLElement[] = []

  const start = () => (loading ??= load().then(end, fail))
  const fail = () => {
    if (navigator.onLine) return end()
    if (held.length > 0) sayLost()
    for (const control of held) control.ariaBusy = null
    held.length = 0
    loading = undefined
  }
  const end = () => {
    removeEventListener('click', hold, true)
    for (const control of held) {
      control.ariaBusy = null
      control.click()
    }
  }
  const hold = (event: MouseEvent) => {
    const control = event.target instanceof Element && event.target.closest(controls)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!(control instanceof HTMLElement) || !isPlain) return
    event.preventDefault()
    event.stopImmediatePropagation()
    control.ariaBusy = 'true'
    held.push(control)
    void start()
  }

  addEventListener('click', hold, true)
  void firstInput().then(start)
}

/** Loads what no press waits for; where it can't be loaded, again when the network is back. */
export async function loadWhenOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      console.warn('This could not be loaded yet:', error)
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    }
  }
}

/** In the place of toasts, whose own code may be out of reach as well (toast-message.ts). */
function sayLost(): void {
  const place = document.querySelector('toast-message')
  const text = place?.querySelector('p')
  if (!place || !text) return
  const show = (said: string) => {
    text.textContent = said
    place.classList.toggle('is-open', said !== '')
    place.classList.toggle('is-error', said !== '')
  }
  show(cardMessages.notLoaded)
  setTimeout(() => show(''), TOAST_MS)
}

import { firstInput } from './first-input.ts'

/**
 * Loads code with the first input. A click on one of the controls that comes before it is held and
 * repeated; where the code cannot be loaded, it goes on to the link or form that the control is.
 */
export function later(controls: string, load: () => Promise<unknown>): void {
  let loading: Promise<void> | undefined
  let held: HTMLElement | undefined

  const start = () => (loading ??= load().then(end, end))
  const end = () => {
    removeEventListener('click', hold, true)
    held?.click()
  }
  const hold = (event: MouseEvent) => {
    const control = event.target instanceof Element && event.target.closest(controls)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!(control instanceof HTMLElement) || !isPlain) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held = control
    void start()
  }

  addEventListener('click', hold, true)
  void firstInput().then(start)
}

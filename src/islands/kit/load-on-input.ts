import { firstInput } from './first-input.ts'

/**
 * Loads code with the first input. Clicks on the controls that come before it are held and
 * repeated; where the code cannot be loaded, they go on to the links and forms that the controls are.
 */
export function loadOnInput(controls: string, load: () => Promise<unknown>): void {
  let loading: Promise<void> | undefined
  const held: HTMLElement[] = []

  const start = () => (loading ??= load().then(end, end))
  const end = () => {
    removeEventListener('click', hold, true)
    for (const control of held) control.click()
  }
  const hold = (event: MouseEvent) => {
    const control = event.target instanceof Element && event.target.closest(controls)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!(control instanceof HTMLElement) || !isPlain) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(control)
    void start()
  }

  addEventListener('click', hold, true)
  void firstInput().then(start)
}

import type { ClientDirective } from 'astro'
import { loadIsland } from './astro-island.ts'
import { firstInput, nearView, savesData } from './first-input.ts'

const EVENTS = ['pointerdown', 'keydown', 'focusin', 'click'] as const
const CONTROL = 'button, a, input, select, textarea'
/** What works before React does; a click on it is never held back. */
const NATIVE = '[data-native], select, textarea, input:not([type=checkbox], [type=radio])'
/** A first input is often the click that leaves the page: it should not wait for islands. */
const APPROACH_DELAY_MS = 1500

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** React has taken over the node: `hydrate()` resolves before it has. */
const isTaken = (node: Node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))

/**
 * `client:interaction`: an island's code comes with its first touch or focus, or, when something
 * else on the page was touched, with its approach (design, "In the browser"). A click that came
 * before is held and repeated, on the control itself or on that with the same `data-replay`.
 *
 * Where the code cannot be loaded, the click goes on to the HTML below, a link or a form, and the
 * next touch tries again. Islands do without `useId`, whose ids would not be the same in each batch
 * of published pages (finish-page.ts).
 */
const interaction: ClientDirective = (load, _options, island) => {
  let held: HTMLElement | undefined
  let release: Promise<void> | undefined
  let isStarted = false

  const listen = () => EVENTS.forEach((type) => island.addEventListener(type, notice, true))
  const stop = () => EVENTS.forEach((type) => island.removeEventListener(type, notice, true))

  function notice(event: Event): void {
    if (event.type === 'pointerdown') release = released()
    const control = event instanceof MouseEvent && event.type === 'click' && toHold(event)
    if (control) {
      event.preventDefault()
      event.stopPropagation()
      held = control
    }
    void start()
  }

  async function start(): Promise<void> {
    if (isStarted) return
    isStarted = true
    const hydrate = await load().catch(() => undefined)
    await release
    await hydrate?.()
    const hasFailed = hydrate === undefined
    if (!hasFailed) await taken(held ?? island.querySelector(CONTROL))
    stop()
    repeat(held, island)
    held = undefined
    if (!hasFailed) return
    isStarted = false
    listen()
  }

  listen()
  if (!savesData()) void approached(island).then(start)
}

/** Nodes must not be swapped between press and release, or the click is lost. */
function released(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => void sleep(50).then(resolve)
    for (const type of ['pointerup', 'pointercancel']) {
      addEventListener(type, done, { once: true, capture: true })
    }
  })
}

function toHold({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLElement | false {
  const isPlain = !ctrlKey && !metaKey && !shiftKey
  return isPlain && target instanceof HTMLElement && !target.closest(NATIVE) && target
}

async function taken(node: Element | null): Promise<void> {
  for (let wait = 0; node?.isConnected && wait < 240 && !isTaken(node); wait++) await sleep(16)
}

function repeat(held: HTMLElement | undefined, island: HTMLElement): void {
  if (!held) return
  const key = held.closest<HTMLElement>('[data-replay]')?.dataset['replay']
  const control = held.isConnected ? held : island.querySelector(`[data-replay="${key}"]`)
  if (control instanceof HTMLElement) control.click()
}

/** Resolves when something was touched and the island is near. */
async function approached(island: HTMLElement): Promise<void> {
  await firstInput()
  await sleep(APPROACH_DELAY_MS)
  // The island itself has no box (shell.css).
  await nearView(island.firstElementChild ?? island)
}

/** Astro's own element does more than any island here needs, in three times the bytes. */
class Island extends HTMLElement {
  connectedCallback(): void {
    if (!this.hasAttribute('ssr')) return
    void interaction(() => loadIsland(this), { name: 'interaction', value: '' }, this)
  }
}
customElements.define('astro-island', Island)

export default interaction

import { fetchWorker } from './fetch-worker.ts'
import { INPUTS } from './first-input.ts'
import { type HeldEvent, dimControl, isHeldEvent, releaseEvents } from './held-events.ts'
import { isFastConnection } from '#lib/browser/connection.ts'

/** Address of the built wake-islands.ts, inserted by the build (astro.config.mjs). */
declare const ISLANDS: string

const ISLAND = 'astro-island'
const NOTED = [...INPUTS, 'pointerup', 'pointercancel', 'focusin', 'submit']
const CODE = ['component-url', 'renderer-url']

type Islands = { wakeIslands: (early: readonly Event[]) => void }

// Runs at the end of each page with islands. The code that wakes them is loaded at the first input
// and receives what was done until then; if it cannot be loaded, the links and forms do it.
const early: Event[] = []
let tries = 0
let isLoading = false

function note(event: Event): void {
  early.push(event)
  const island = event.target instanceof Element && event.target.closest(ISLAND)
  load()
  if (!island) return
  fetchCode(island)
  if (!isHeldEvent(event)) return
  dimControl(event, true)
  event.preventDefault()
  // Other listeners on the window get the event when it is replayed.
  event.stopImmediatePropagation()
}

function load(): void {
  if (isLoading) return
  isLoading = true
  // A browser may cache a failed import, so each retry uses another address.
  const again = tries++ === 0 ? '' : `?${tries}`
  import(/* @vite-ignore */ ISLANDS + again).then(handOver, giveBack)
}

function handOver({ wakeIslands }: Islands): void {
  listen(removeEventListener)
  wakeIslands(early)
}

function giveBack(): void {
  const held = early.filter(
    (event): event is HeldEvent =>
      isHeldEvent(event) && (event.target as Element).closest(ISLAND) !== null,
  )
  listen(removeEventListener)
  early.length = 0
  releaseEvents(held)
  isLoading = false
  listen(addEventListener)
}

/** Loads the island's own code in parallel with what wakes it. */
function fetchCode(island: Element): void {
  for (const kind of CODE) import(island.getAttribute(kind) ?? '').catch(() => {})
}

function listen(change: typeof addEventListener | typeof removeEventListener): void {
  for (const type of NOTED) change(type, note, true)
}

listen(addEventListener)
// On a fast connection the worker preloads what a touch needs (src/worker), so that the first one
// finds it.
addEventListener('load', () => {
  if (isFastConnection()) requestIdleCallback(() => void fetchWorker())
})
const now = document.querySelectorAll(`${ISLAND}[opts*='"now"']`)
if (now.length > 0) {
  load()
  requestAnimationFrame(() => setTimeout(() => now.forEach(fetchCode)))
}

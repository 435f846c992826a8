import type { ClientDirective } from 'astro'
import { firstInput, nearView } from './first-input.ts'
import { savesData } from '#lib/browser/connection.ts'
import { dimControl, releaseEvents } from './held-events.ts'
import { recordInput, type Noted } from './record-input.ts'

const WAKERS = ['pointerdown', 'keydown', 'focusin', 'click', 'input', 'submit'] as const
/** Delay before approaching islands load: a first input is often the click that leaves the page. */
const APPROACH_DELAY_MS = 1500
/** An island that does not report that it is live gets the held events after this time. */
const LIVE_TIMEOUT_MS = 5000
/** A script that has not loaded by then is given up (S-204). */
const LOAD_TIMEOUT_MS = 120_000
/**
 * Same value as in use-live.ts, which is not imported because it would bring React into every page.
 */
const LIVE_EVENT = 'island-live'

/** Carries the function that replays the recorded input (replay-input.ts). */
type LiveEvent = CustomEvent<(island: Element, noted: Noted) => void>

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * `client:interaction`: loads an island's code at its first touch or focus or, after a touch
 * elsewhere on the page, when it comes near the viewport.
 * `client:interaction="now"`, for application screens: right after the first paint.
 *
 * What a shopper does before the island reports that it is live (use-live.ts) is replayed then. If
 * the code cannot be loaded, clicks and submits are handled by the HTML below, a link or a form,
 * and the next touch tries again. Islands must not use `useId`, whose ids would differ between
 * batches of published pages (finish-page.ts).
 */
const interaction: ClientDirective = (load, { value }, island) =>
  wake(load, String(value), island, [])

/** The same directive, given the events that came before it. */
export const wakeBy =
  (before: readonly Event[]): ClientDirective =>
  (load, { value }, island) =>
    wake(load, String(value), island, before)

function wake(
  load: Parameters<ClientDirective>[0],
  value: string,
  island: HTMLElement,
  before: readonly Event[],
): void {
  const own = before.filter(({ target }) => target instanceof Node && island.contains(target))
  let early = recordInput(island, own)
  let release = isPointerDown(before) ? released() : undefined
  let isStarted = false

  const touch = (event: Event) => {
    if (event.type === 'pointerdown') release = released()
    void start()
  }
  const listen = () => WAKERS.forEach((type) => island.addEventListener(type, touch, true))
  const stop = () => WAKERS.forEach((type) => island.removeEventListener(type, touch, true))

  async function start(): Promise<void> {
    if (isStarted) return
    isStarted = true
    const isLoaded = loaded(island)
    const hydrate = await Promise.race([load(), sleep(LOAD_TIMEOUT_MS)])
    if (!hydrate || !isLoaded()) return retry()
    await release
    const live = new Promise<Event>((resolve) =>
      island.addEventListener(LIVE_EVENT, resolve, { once: true }),
    )
    early.keep()
    await hydrate()
    const event = await Promise.race([live, sleep(LIVE_TIMEOUT_MS)])
    stop()
    early.stop()
    island.dataset['live'] = ''
    for (const act of early.noted.acts) dimControl(act, false)
    if (event instanceof CustomEvent) (event as LiveEvent).detail(island, early.noted)
    else releaseEvents(early.noted.acts)
  }

  function retry(): void {
    early.stop()
    releaseEvents(early.noted.acts)
    early = recordInput(island)
    isStarted = false
  }

  listen()
  if (own.length > 0) void start()
  else if (value === 'now') painted(() => void start())
  else if (!savesData()) void approached(island, before.length > 0).then(start)
}

/** Whether the last pointer that went down is still down. */
const isPointerDown = (events: readonly Event[]) =>
  events.findLast(({ type }) => type.startsWith('pointer'))?.type === 'pointerdown'

/**
 * Starts listening for a failed load, which Astro reports by an event on the element.
 * @returns whether it has loaded
 */
function loaded(island: HTMLElement): () => boolean {
  let isFailed = false
  const fail = () => (isFailed = true)
  island.addEventListener('astro:hydration-error', fail, { once: true })
  return () => {
    island.removeEventListener('astro:hydration-error', fail)
    return !isFailed
  }
}

/** Nodes must not be replaced between press and release, or the click is lost. */
function released(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => void sleep(50).then(resolve)
    for (const type of ['pointerup', 'pointercancel']) {
      addEventListener(type, done, { once: true, capture: true })
    }
  })
}

/** Runs `act` after the next paint; at once in a hidden tab, which paints nothing. */
function painted(act: () => void): void {
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}

/** Resolves when the page was touched and the island is near the viewport. */
async function approached(island: HTMLElement, isTouched: boolean): Promise<void> {
  if (!isTouched) await firstInput()
  await sleep(APPROACH_DELAY_MS)
  // The island element itself has no box (global.css).
  await nearView(island.firstElementChild ?? island)
}

export default interaction

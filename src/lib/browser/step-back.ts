// Steps back in the history that the page itself takes, as when a sheet is closed by its button. They arrive a moment
// later, and must not be taken for the shopper's: what has been opened meanwhile would be closed again.

const waiting: (() => void)[] = []
let done = Promise.resolve()
let own: Event | undefined

/** Goes back one entry, unless such a step is under way. @returns once the step is done */
export function stepBack(): Promise<void> {
  if (waiting.length > 0) return done
  done = new Promise((resolve) => void waiting.push(resolve))
  history.back()
  return done
}

/** Resolves when no step is under way any more: an entry added before would be the one that is left. */
export const stepsDone = (): Promise<void> => done

/** Whether this `popstate` is a step of the page itself. */
export const isOwnStep = (event: Event): boolean => event === own

// Server-side rendering has no event target.
globalThis.addEventListener?.('popstate', (event) => {
  const arrived = waiting.shift()
  if (!arrived) return
  own = event
  arrived()
})

// A page that was left before its step is done, and comes back from the browser's memory.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const arrived of waiting.splice(0)) arrived()
})

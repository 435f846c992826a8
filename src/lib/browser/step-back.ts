// Steps back in the history that the page itself takes, as when a sheet is closed by its button. They arrive a moment
// later, and must not be taken for the shopper's: what has been opened meanwhile would be closed again.

/** A step that has not come by then was given up by the browser, as for a link that was pressed. */
const LOST_MS = 10_000

let arrive: (() => void) | undefined
let done = Promise.resolve()
let own: Event | undefined

/** Goes back one entry, unless such a step is under way. @returns once the step is done */
export function stepBack(): Promise<void> {
  if (arrive) return done
  done = new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      arrive = undefined
      resolve()
    }
    const timer = setTimeout(end, LOST_MS)
    arrive = end
  })
  history.back()
  return done
}

/** Resolves when no step is under way any more: an entry added before would be the one that is left. */
export const stepsDone = (): Promise<void> => done

/** Whether this `popstate` is a step of the page itself. */
export const isOwnStep = (event: Event): boolean => event === own

// Server-side rendering has no event target.
globalThis.addEventListener?.('popstate', (event) => {
  if (arrive) own = event
  arrive?.()
})

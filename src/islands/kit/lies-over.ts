import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'

// On a phone people close with Back what lies over a page: it has a step of history of its own, at the same address.

let close: (() => void) | undefined
/** Settled once a step back that was asked for is done. */
let steppedBack = Promise.resolve()

const isOver = (): boolean => Object(history.state).over === true

/** Has Back close what has just opened over the page. Asked again of what is open, it does nothing. */
export async function liesOver(shut: () => void): Promise<void> {
  if (close === shut) return
  close?.()
  close = shut
  await steppedBack
  if (close !== shut || isOver()) return
  // Where the page is read stays known of the step below (swap-listing.ts).
  const state = { ...Object(history.state), y: scrollY }
  history.replaceState(state, '')
  history.pushState({ ...state, over: true }, '')
}

/** To be told when it was closed, in whichever way. @returns when its step is gone too */
export function wasOver(shut: () => void): Promise<void> {
  if (close !== shut) return steppedBack
  close = undefined
  if (isOver()) {
    steppedBack = new Promise((resolve) => {
      addEventListener('popstate', () => resolve(), { once: true })
    })
    history.back()
  }
  return steppedBack
}

addEventListener('popstate', () => {
  if (isOver()) return
  const shut = close
  close = undefined
  shut?.()
})

// A page that a link of it leads to takes the place of its step: Back leads to the page alone.
addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
  if (!close || !link || event.defaultPrevented || link.target || opensElsewhere(event)) return
  event.preventDefault()
  location.replace(link.href)
})

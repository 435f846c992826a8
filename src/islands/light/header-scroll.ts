/** Height of the header on a phone; within that distance of the top it always stays. */
const TOP_PX = 112
/** Smaller movements are ignored: a finger that holds still moves a little. */
const STILL_PX = 8

const header = document.querySelector('[data-header]')
let last = 0

/**
 * Hides the header on scrolling down and shows it on scrolling up. While it has the focus, CSS
 * keeps it.
 */
function follow(): void {
  const by = scrollY - last
  if (Math.abs(by) < STILL_PX && scrollY > TOP_PX) return
  header?.toggleAttribute('data-away', by > 0 && scrollY > TOP_PX)
  last = scrollY
}

if (header) {
  addEventListener('scroll', follow, { passive: true })
  // The touch that loaded this may have scrolled already.
  follow()
}

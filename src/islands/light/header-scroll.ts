/** As high as the header is on a phone: above that it never leaves. */
const TOP_PX = 112
/** A finger that holds still moves a little all the same. */
const STILL_PX = 8

const header = document.querySelector('[data-header]')
let last = 0

/** The header goes with a scroll down and comes back with one up; the focus in it keeps it (CSS). */
function follow(): void {
  const by = scrollY - last
  if (Math.abs(by) < STILL_PX && scrollY > TOP_PX) return
  header?.toggleAttribute('data-away', by > 0 && scrollY > TOP_PX)
  last = scrollY
}

if (header) {
  addEventListener('scroll', follow, { passive: true })
  // The touch that has loaded this may have scrolled already.
  follow()
}

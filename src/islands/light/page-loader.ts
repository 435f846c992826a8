import { firstInput } from '#islands/wake/first-input.ts'
import { isSlowConnection } from '#lib/browser/connection.ts'
import { loadOnInput } from '#islands/wake/load-on-input.ts'
import { CARD_CONTROLS } from './card-controls.ts'

/**
 * Addresses of the page's own modules, inserted by the publisher (publish/app/module-loader.ts).
 */
declare const MODULES: string[]

// Loads the page's scripts when its pictures are loaded, or at the first input: on a slow network
// they would delay the largest picture, and links and forms work without them. It waits one frame
// more, so that no script runs before the largest paint. A catalogue page that has nothing of its
// own for a first-time visitor waits for an input (`data-still` of Document.astro).
const { dataset } = document.body
const loadAll = () => Promise.all(MODULES.map((file) => import(file)))
const load = loadOnInput(CARD_CONTROLS, loadAll)

// Tells modules loaded after the first input that there was one (wake/first-input.ts).
void firstInput().then(() => (dataset['touched'] = ''))
addEventListener('load', () =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (isAwaited()) load()
    }),
  ),
)
for (const type of ['storage', 'offline']) addEventListener(type, load)
addEventListener('pointermove', ({ movementX, movementY }) => {
  // Browsers also send this event when a page appears below a resting mouse.
  if (movementX || movementY) load()
})

/**
 * Whether scripts may have something to show without input: to a returning visitor, after the
 * previous page, or offline.
 */
function isAwaited(): boolean {
  const { still } = dataset
  if (still === undefined || (still === 'slow' && !isSlowConnection())) return true
  try {
    return (
      // Back at a history entry that a script created.
      history.state !== null ||
      !navigator.onLine ||
      document.querySelector('.flash,[data-kept]') !== null ||
      localStorage.length + sessionStorage.length > 0
    )
  } catch {
    return true // Storage may be blocked.
  }
}

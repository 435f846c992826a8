import { firstInput } from '#islands/wake/first-input.ts'
import { isSlowConnection } from '#lib/browser/connection.ts'
import { loadOnInput } from '#islands/wake/load-on-input.ts'
import { CARD_CONTROLS } from './card-controls.ts'
import { countUnits, keepAdditions } from './count-units.ts'

/** Addresses of the page's own modules; the publisher puts them in (publish/app/module-loader.ts). */
declare const MODULES: string[]

// Loads what a page runs: when its pictures are there, or with the first input. On a slow network modules
// would hold up the largest picture, and without them everything works by links and forms. After a frame
// with all pictures, so that no script stands before the largest paint. A catalogue page that has nothing
// of its own to show a newcomer waits for the input (`data-still` of Document.astro).
const { dataset } = document.body
const loadAll = () => Promise.all(MODULES.map((file) => import(file)))
const load = loadOnInput(CARD_CONTROLS, loadAll, countUnits, keepAdditions)

// Modules that come after the first input know of it (wake/first-input.ts).
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
  // A browser also tells of a mouse that rests where the page comes.
  if (movementX || movementY) load()
})

/** Whether there may be something to show: of who was here before, of the page before, or of no network. */
function isAwaited(): boolean {
  const { still } = dataset
  if (still === undefined || (still === 'slow' && !isSlowConnection())) return true
  try {
    return (
      // Back at a state that a script has left.
      history.state !== null ||
      !navigator.onLine ||
      document.querySelector('.flash,[data-kept]') !== null ||
      localStorage.length + sessionStorage.length > 0
    )
  } catch {
    return true // Storage may be closed to pages altogether.
  }
}

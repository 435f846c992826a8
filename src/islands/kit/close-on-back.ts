import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'
import { showDialog } from '#islands/kit/show-dialog.ts'
import { isOwnStep, stepBack, stepsDone } from '#lib/browser/step-back.ts'

// On a phone, Back closes what is open over a page, such as a sheet or a menu: it gets a history entry of its own, at
// the same address.

let close: (() => void) | undefined
/** A link was pressed: a step back now would cancel the way there. */
let isLeaving = false

const isOverlayEntry = (): boolean => Object(history.state).over === true

/** A reload closed what lay over the page, but its entry is still there: Back skips the one below. */
let isEntryLeft = isOverlayEntry()

/** Makes Back close what has just opened, by calling `shut`. Does nothing if called again while it is open. */
export async function closeOnBack(shut: () => void): Promise<void> {
  if (close === shut) return
  close?.()
  close = shut
  isEntryLeft = false
  await stepsDone()
  if (close !== shut || isOverlayEntry()) return
  // The entry below keeps the page's scroll position (swap-listing.ts).
  const state = { ...Object(history.state), y: scrollY }
  history.replaceState(state, '')
  history.pushState({ ...state, over: true }, '')
}

/**
 * To be called when it was closed, in whatever way; `shut` as given to `closeOnBack`.
 * @returns once its history entry is gone too
 */
export function endCloseOnBack(shut: () => void): Promise<void> {
  if (close !== shut) return stepsDone()
  close = undefined
  return isOverlayEntry() && !isLeaving ? stepBack() : stepsDone()
}

/** Opens a dialog that Back closes. */
export function openDialog(dialog: HTMLDialogElement): void {
  showDialog(dialog)
  closeDialogOnBack(dialog)
}

const followed = new WeakSet<HTMLDialogElement>()

function closeDialogOnBack(dialog: HTMLDialogElement): void {
  if (followed.has(dialog)) return
  followed.add(dialog)
  const shut = (): void => {
    // It may refuse, as it refuses Escape.
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  }
  const end = () => {
    followed.delete(dialog)
    void endCloseOnBack(shut)
  }
  dialog.addEventListener('close', end, { once: true })
  void closeOnBack(shut)
}

// An island, which the server renders too and which may have no room for this code, says by an attribute of its dialog
// that Back closes it.
addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDialogElement && target.matches('[data-over][open]'))
      closeDialogOnBack(target)
  },
  true,
)
// Opened before this code was there.
for (const dialog of document.querySelectorAll<HTMLDialogElement>('[data-over][open]'))
  closeDialogOnBack(dialog)

addEventListener('popstate', (event) => {
  isLeaving = false
  if (isOwnStep(event) || isOverlayEntry()) return
  if (isEntryLeft && !close) history.back()
  isEntryLeft = false
  const shut = close
  close = undefined
  shut?.()
})

// A page opened by a link replaces the entry, so that Back then leads to this page with nothing over it.
addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
  if (!close || !link || event.defaultPrevented || link.target || opensElsewhere(event)) return
  event.preventDefault()
  isLeaving = true
  location.replace(link.href)
})

// A page that comes back from the browser's memory was left, and is there again.
addEventListener('pageshow', () => {
  isLeaving = false
})

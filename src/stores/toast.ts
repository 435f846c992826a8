import { KEPT_ALERT_KEY } from '#lib/browser/storage-keys.ts'
import { atom } from 'nanostores'

/** What a toast offers beside its text, such as taking back what it tells. */
export type AlertAction = { label: string; run: () => void; takesBack?: boolean }

/** The message that is shown (S-020, S-113). */
export type Alert = {
  msg: string
  color: 'success' | 'error'
  open: boolean
  action?: AlertAction | undefined
  /** The page before has shown it: what this page has to say does not wait for it. */
  isOld?: boolean
  /** It tells why the page is left: the next page shows it again. */
  isKept?: boolean
  /** What it is about: a later message about the same takes its place. */
  about?: string | undefined
}

/** What the window hears when there is something to say. */
const ALERT_EVENT = 'alert'

/** What a change is about that waits for the network. */
const NETWORK = 'network'

const CLOSED: Alert = { msg: '', color: 'success', open: false }
const waiting: Alert[] = []

/** The one alert that is shown. */
export const $alert = atom<Alert>(CLOSED)

/**
 * Shows a message, after those that are still to be read. What failed, waits for the network or can be taken
 * back does not wait for thanks.
 */
export function showAlert(
  msg: string,
  color: Alert['color'] = 'success',
  action?: AlertAction,
  about?: string,
): void {
  const alert = { msg, color, open: true, action, about }
  callBox()
  const current = $alert.get()
  // The same again is no second message: it stands longer.
  const isSame = (one: Alert) =>
    about === undefined ? one.msg === msg && one.action === action : one.about === about
  const place = waiting.findIndex(isSame)
  const isThanks = current.color === 'success' && !current.action?.takesBack
  const isUrgent = color === 'error' || action?.takesBack || about === NETWORK
  const isRead = !current.open || current.isOld || (isUrgent && isThanks)
  if (isRead || isSame(current)) $alert.set(alert)
  else waiting.splice(place < 0 ? waiting.length : place, 1, alert)
}

/** Says that a change is kept here until there is a network. */
export const showWaiting = (msg: string): void => showAlert(msg, 'success', undefined, NETWORK)

/**
 * Says why this page is left for another one, at once, and goes there after a while: what is not read by then
 * the next page shows again (S-126, S-127).
 */
export function alertAndGo(msg: string, color: Alert['color'], path: string, waitMs: number): void {
  callBox()
  $alert.set({ msg, color, open: true, isKept: true })
  setTimeout(() => location.assign(path), waitMs)
}

/**
 * What tells why this page is left goes along, to one page (S-126, S-127), or else a failure that nobody could read
 * yet, and is not here any more for whoever comes back; all else belongs to this page.
 */
function keepAlert(): void {
  const current = $alert.get()
  const kept = current.isKept ? current : waiting.find(({ color }) => color === 'error')
  if (!kept) return
  waiting.length = 0
  if (kept === current) closeAlert()
  const { msg, color } = kept
  try {
    sessionStorage.setItem(KEPT_ALERT_KEY, JSON.stringify({ msg, color }))
  } catch {
    // Storage may be closed to pages altogether.
  }
}

/** The toast's box comes with the first input, or now (toast-message.ts); the page may be left before it does. */
function callBox(): void {
  globalThis.addEventListener?.('pagehide', keepAlert)
  globalThis.dispatchEvent?.(new Event(ALERT_EVENT))
}

/** Closes the alert; the next one follows. */
export function closeAlert(): void {
  $alert.set(waiting.shift() ?? CLOSED)
}

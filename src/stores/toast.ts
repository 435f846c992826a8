import { KEPT_ALERT_KEY } from '#lib/browser/storage-keys.ts'
import { atom } from 'nanostores'

/** A button of a toast, such as undo (`takesBack`). */
export type AlertAction = { label: string; run: () => void; takesBack?: boolean }

/** A message to be shown (S-020, S-113). */
export type Alert = {
  msg: string
  color: 'success' | 'error'
  open: boolean
  action?: AlertAction | undefined
  /** It has been shown long enough: new messages replace it at once. */
  isOld?: boolean
  /** It explains why the page is left, so the next page shows it again. */
  isKept?: boolean
  /** Its subject: a later message about the same subject replaces it. */
  about?: string | undefined
}

/** Sent to the window when there is something to show. */
const ALERT_EVENT = 'alert'

/** Subject of messages about changes that wait for the network. */
const NETWORK = 'network'

const CLOSED: Alert = { msg: '', color: 'success', open: false }
const waiting: Alert[] = []

/** The one alert being shown. */
export const $alert = atom<Alert>(CLOSED)

/**
 * Shows a message, after those still waiting to be read. Errors, changes waiting for the network,
 * and messages with undo replace a mere confirmation at once.
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
  // A repeated message only stays longer.
  const isSame = (one: Alert) =>
    about === undefined ? one.msg === msg && one.action === action : one.about === about
  const place = waiting.findIndex(isSame)
  const isThanks = current.color === 'success' && !current.action?.takesBack
  const isUrgent = color === 'error' || action?.takesBack || about === NETWORK
  const isRead = !current.open || current.isOld || (isUrgent && isThanks)
  if (isRead || isSame(current)) $alert.set(alert)
  else waiting.splice(place < 0 ? waiting.length : place, 1, alert)
}

/** Says that a change is stored here until there is a network. */
export const showWaiting = (msg: string): void => showAlert(msg, 'success', undefined, NETWORK)

/**
 * Says at once why this page is left and goes to another one after `waitMs`; the next page shows
 * the message again (S-126, S-127).
 */
export function alertAndGo(msg: string, color: Alert['color'], path: string, waitMs: number): void {
  callBox()
  $alert.set({ msg, color, open: true, isKept: true })
  clearTimeout(going)
  going = setTimeout(() => location.assign(path), waitMs)
}

let going: ReturnType<typeof setTimeout> | undefined

/**
 * Hands one message on to the next page: the one that explains why this page is left (S-126, S-127)
 * or else an error that nobody could read yet. It is removed here, as the page may be restored by
 * going back. Other messages stay with this page.
 */
function keepAlert(): void {
  clearTimeout(going)
  const current = $alert.get()
  const kept = current.isKept ? current : waiting.find(({ color }) => color === 'error')
  if (!kept) return
  waiting.length = 0
  if (kept === current) closeAlert()
  const { msg, color } = kept
  try {
    sessionStorage.setItem(KEPT_ALERT_KEY, JSON.stringify({ msg, color }))
  } catch {
    // Storage may be blocked.
  }
}

/**
 * Has the toast's code loaded now, if no input has done so (toast-message.ts). The page may be left
 * before it is.
 */
function callBox(): void {
  globalThis.addEventListener?.('pagehide', keepAlert)
  globalThis.dispatchEvent?.(new Event(ALERT_EVENT))
}

/** Closes the alert; the next one follows, or else `last`. */
export function closeAlert(last = CLOSED): void {
  $alert.set(waiting.shift() ?? last)
}

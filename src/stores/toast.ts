import { atom } from 'nanostores'

/** What a toast offers beside its text, such as taking back what it tells. */
export type AlertAction = { label: string; run: () => void }

/** The message that is shown (S-020, S-113). */
export type Alert = {
  msg: string
  color: 'success' | 'error'
  open: boolean
  action?: AlertAction | undefined
  /** The page before has shown it: what this page has to say does not wait for it. */
  isOld?: boolean
}

/** What the window hears when there is something to say. */
const ALERT_EVENT = 'alert'

const CLOSED: Alert = { msg: '', color: 'success', open: false }
const waiting: Alert[] = []

/** The one alert that is shown. */
export const $alert = atom<Alert>(CLOSED)

/** Shows a message, after those that are still to be read. */
export function showAlert(
  msg: string,
  color: Alert['color'] = 'success',
  action?: AlertAction,
): void {
  const alert = { msg, color, open: true, action }
  // Its box comes with the first input, or now (toast-message.ts).
  globalThis.dispatchEvent?.(new Event(ALERT_EVENT))
  const current = $alert.get()
  // The same again is no second message: it stands longer.
  const isSame = (one: Alert) => one.msg === msg && one.action === action
  if (!current.open || current.isOld || isSame(current)) $alert.set(alert)
  else if (!waiting.some(isSame)) waiting.push(alert)
}

/** Shows again what the page before had no time to show. */
export function showOldAlert(msg: string, color: Alert['color']): void {
  if (!$alert.get().open) $alert.set({ msg, color, open: true, isOld: true })
}

/** Closes the alert; the next one follows. */
export function closeAlert(): void {
  $alert.set(waiting.shift() ?? CLOSED)
}

import { atom } from 'nanostores'

/** The alert box of the specification (spec §3, shared state). */
export type Alert = { msg: string; color: 'success' | 'error'; open: boolean }

const CLOSED: Alert = { msg: '', color: 'success', open: false }
const waiting: Alert[] = []

/** The one alert that is shown. */
export const $alert = atom<Alert>(CLOSED)

/** Shows a message, after those that are still to be read. */
export function showAlert(msg: string, color: Alert['color'] = 'success'): void {
  const alert = { msg, color, open: true }
  if ($alert.get().open) waiting.push(alert)
  else $alert.set(alert)
}

/** Closes the alert; the next one follows. */
export function closeAlert(): void {
  $alert.set(waiting.shift() ?? CLOSED)
}

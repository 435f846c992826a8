import { CHANGE_KEYS } from '#lib/browser/storage-keys.ts'

/** Whether this browser keeps changes that the shop has not answered (stores/changes.ts). */
export function hasUnsent(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(CHANGE_KEYS))
  } catch {
    return false // Storage may be closed to pages altogether.
  }
}

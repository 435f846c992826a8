import { CHANGE_KEYS } from '#lib/browser/storage-keys.ts'

/**
 * Whether this browser stores changes that the server has not confirmed yet (stores/changes.ts).
 */
export function hasUnsent(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(CHANGE_KEYS))
  } catch {
    return false // Storage may be blocked.
  }
}

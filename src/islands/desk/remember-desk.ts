import { DESK_KEY } from '#lib/browser/storage-keys.ts'

// The stored session flags know no roles; whether this page may be seen, the server has decided.
try {
  localStorage.setItem(DESK_KEY, 'yes')
} catch {
  // Storage may be blocked; My account links to the desk as well.
}

import { DESK_KEY } from '#lib/browser/storage-keys.ts'

try {
  localStorage.removeItem(DESK_KEY)
} catch {
  // Storage may be blocked; then it holds no link either.
}

import { DESK_KEY } from '#lib/browser/storage-keys.ts'

// The stored flags of a session know no roles; whether this page may be seen the server has said.
try {
  localStorage.setItem(DESK_KEY, 'yes')
} catch {
  // Storage may be closed to pages altogether: My account leads here, too.
}

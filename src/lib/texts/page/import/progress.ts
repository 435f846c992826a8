const MEGABYTE = 1_000_000
const mb = (bytes: number) => (bytes / MEGABYTE).toFixed(1)

/** How far an import is, at the desk, in the terminal and while a new shop is filled. */
export const importProgressTexts = {
  reading: (bytes: number, total: number) => `Reading: ${mb(bytes)} of ${mb(total)} MB`,
  pictures: (done: number, total: number) => `Pictures: ${done} of ${total} pictures`,
  saving: (done: number, total: number) => `Saving: ${done} of ${total} products`,
}

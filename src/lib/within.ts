/** So long a press waits for its code in milliseconds; then it goes on as without script (S-204). */
const PRESS_MS = 5000

/**
 * Waits for code or an answer, but not for ever.
 * @returns undefined if it fails, or takes longer than `ms` milliseconds
 */
export function within<Value>(work: Promise<Value>, ms = PRESS_MS): Promise<Value | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))
  return Promise.race([work.catch(() => undefined), late])
}

/** How often the value is looked at: a change is told within this time. */
const POLL_INTERVAL_MS = 200

/**
 * Calls `tell` with a value at once, and again whenever it changes.
 * @returns a function that stops it
 */
export function listenTo<Value>(
  look: () => Promise<Value>,
  tell: (value: Value) => void,
): () => void {
  let last: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const next = async () => {
    // While the database cannot be reached, nothing is told.
    const value = await look().catch(() => undefined)
    if (isOver) return
    const text = JSON.stringify(value)
    if (value !== undefined && text !== last) {
      last = text
      tell(value)
    }
    timer = setTimeout(() => void next(), POLL_INTERVAL_MS).unref()
  }
  void next()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Aborts after `ms` milliseconds, like `AbortSignal.timeout`, which older browsers do not have. */
export function timeLimit(ms: number): AbortSignal {
  const ending = new AbortController()
  setTimeout(() => ending.abort(new Error('no answer in time')), ms)
  return ending.signal
}

import type { Publisher } from './publisher.ts'

/** A change is seen within this time, whoever made it (design, "Budgets"). */
const LOOK_EVERY_MS = 100

/**
 * Publishes what changes while the server runs: by this process, by `shop import`, or by another
 * server on the same PostgreSQL. A failure is told to `onError` and tried again.
 * @returns a function that stops watching, after what is under way
 */
export function watchCatalogue(
  publisher: Publisher,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let underWay: Promise<void> = Promise.resolve()
  const look = async () => {
    try {
      if ((await publisher.lag()) > 0) await publisher.publishPending()
    } catch (error) {
      onError(error)
    }
    if (!isStopped) timer = setTimeout(begin, LOOK_EVERY_MS)
  }
  const begin = () => {
    underWay = look()
  }
  begin()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await underWay
  }
}

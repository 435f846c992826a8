import type { FaultReporter } from '#lib/server/fault-reporter.ts'
import { RenderFailure } from './render-failure.ts'
import type { Publisher } from './publisher.ts'

/** Time between two looks for changes, whoever made them. */
const POLL_INTERVAL_MS = 20
const RETRY_AFTER_MS = 1000
/**
 * The longest wait before a retry: pages that could not be written on a full disk are live within a minute of
 * there being room, however long other work takes then.
 */
const RETRY_AT_MOST_MS = 30_000

type Watched = Pick<Publisher, 'publishPending' | 'hasLate' | 'publishLate'> & {
  state: Pick<Publisher['state'], 'lag'>
}

/**
 * Publishes what changes while the server runs: by this process, by `shop import`, or by another server on the
 * same PostgreSQL. Pages that could not be rendered, and publishes that failed as a whole, are reported to
 * `reporter` and tried again, after a second at first and then ever more rarely.
 * @returns a function that stops watching, once what is under way has ended
 */
export function watchCatalogue(publisher: Watched, reporter: FaultReporter): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let underWay: Promise<void> = Promise.resolve()
  let failures = 0
  let lateFailures = 0
  let lateAt = 0
  /** When failed pages are tried next; set from the start, as some may have failed while the server started. */
  let retryAt = performance.now() + RETRY_AFTER_MS
  let failedLag = 0
  const look = async () => {
    try {
      const lag = await publisher.state.lag()
      // A further change is tried at once; a failure, or what a command left, waits for its time.
      if (lag <= failedLag && performance.now() < retryAt) return
      failedLag = lag
      const { failed } = await publisher.publishPending()
      failedLag = 0
      if (failed.length > 0) throw new RenderFailure(failed)
      failures = 0
      if (lateFailures === 0 || !publisher.hasLate) reporter.well()
      // A command that ran beside the server may have left failed pages, too.
      retryAt = performance.now() + RETRY_AT_MOST_MS
    } catch (error) {
      retryAt = performance.now() + waitAfter(failures++)
      reporter.fault(error)
    }
  }
  /** Makes feed and sitemaps, one run at a time, while edits go live. */
  let late: Promise<void> | undefined
  const lookLate = () => {
    if (late || isStopped || !publisher.hasLate || performance.now() < lateAt) return
    late = publisher
      .publishLate()
      .then(({ failed }) => {
        if (failed.length > 0) throw new RenderFailure(failed)
        lateFailures = 0
      })
      .catch((error: unknown) => {
        lateAt = performance.now() + waitAfter(lateFailures++)
        // Files that failed are retried together with the failed pages.
        retryAt = Math.min(retryAt, lateAt)
        reporter.fault(error)
      })
      .finally(() => (late = undefined))
  }
  const begin = () => {
    underWay = look().finally(() => {
      lookLate()
      if (!isStopped) timer = setTimeout(begin, POLL_INTERVAL_MS)
    })
  }
  begin()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await underWay
    await late
  }
}

const waitAfter = (failures: number) => Math.min(RETRY_AT_MOST_MS, RETRY_AFTER_MS * 2 ** failures)

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS } from '#lib/server/durations.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Log } from '#lib/server/http/log.ts'
import { isJobKind, type JobKind } from './kinds.ts'
import { type FaultReporter, createFaultReporter } from '#lib/server/fault-reporter.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import { type JobHandlers, KEEP_FAILED_MS } from './queue.ts'
import { type JobRunner, runNextJob } from './run-job.ts'
import { errorCode } from '#lib/server/errors.ts'

/** How often each lane looks for jobs. */
const POLL_INTERVAL_MS = 250
/**
 * Each kind of job has lanes of its own, so that none can hold up another: a mail server that hangs delays no
 * webhook and no page. How many of a kind run at a time; any other kind has one.
 */
const WORKERS = new Map<JobKind, number>([
  ['mail', 3],
  ['account-mail', 3],
  ['webhook', 2],
  // A notice that rings late is useless.
  ['push', 3],
])
const TIDY_INTERVAL_MS = HOUR_MS
/** A job that takes longer to stop runs again after the next start (F08). */
const STOP_WITHIN_MS = 5000

/**
 * Does queued work while the server runs. A failure is logged, and the job is tried again (F08, F42).
 * @returns a function that stops, after the jobs under way
 */
export function watchJobs(
  db: Db,
  { jobLeaseMs: leaseMs }: { jobLeaseMs: number },
  { logger }: Pick<Log, 'logger'>,
  handlers: Partial<JobHandlers>,
): () => Promise<void> {
  const stop = new AbortController()
  const common: Omit<JobRunner, 'handlers' | 'others'> = {
    db,
    owner: randomUUID(),
    leaseMs,
    now: Date.now,
    onStep: (step, { id, kind }) => logger.debug({ job: id, kind }, step),
    onFailure: ({ id, kind, attempts }, error, isFinal) =>
      logger.warn(
        { job: id, kind, attempts, reason: reasonOf(error) },
        isFinal ? 'A job has failed for good' : 'A job has failed; it will be tried again',
      ),
  }
  const kinds = Object.keys(handlers).filter(isJobKind)
  const lanes = kinds.flatMap((kind) => {
    const runner = { ...common, handlers: { [kind]: handlers[kind] }, others: new UnchangedTimer() }
    return Array.from({ length: WORKERS.get(kind) ?? 1 }, () => {
      const reporter = createFaultReporter(
        logger,
        'The jobs cannot be read; it will be tried again',
      )
      return runWorker(runner, stop.signal, reporter)
    })
  })
  const tidying = tidy(db, stop.signal)
  return async () => {
    stop.abort()
    const limit = pause(STOP_WITHIN_MS, undefined, { ref: false })
    await Promise.race([Promise.all([...lanes, tidying]), limit])
  }
}

async function runWorker(
  runner: JobRunner,
  signal: AbortSignal,
  reporter: FaultReporter,
): Promise<void> {
  while (!signal.aborted) {
    let isDone = false
    try {
      isDone = await runNextJob(runner)
      reporter.well()
    } catch (error) {
      reporter.fault(error)
    }
    if (!isDone) await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}

/** Deletes jobs that were given up long ago: they are useless, and contain people's addresses. */
async function tidy(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const old = db.deleteFrom('job').where('failed_at', '<', Date.now() - KEEP_FAILED_MS)
    await retryWhileLocked(() => old.execute()).catch(() => {})
    await pause(TIDY_INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}

/** Without the server's own message, which may contain an address (A43). */
function reasonOf(error: unknown): string {
  return errorCode(error) || (error instanceof Error ? error.name : 'unknown')
}

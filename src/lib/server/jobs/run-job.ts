import type { ExpressionBuilder, Kysely } from 'kysely'
import { whenFree } from '#lib/server/database/database.ts'
import type { Database, JobTable } from '#lib/server/database/schema.ts'
import { isJobKind, type JobKind, PAYLOADS } from './kinds.ts'
import { type JobHandlers, RETRY_AFTER_MS } from './queue.ts'

/** A job as it is stored: its payload is read when its handler gets it. */
export type StoredJob = Pick<JobTable, 'id' | 'kind' | 'payload' | 'created_at'> & {
  attempts: number
}

/** The same with its failures: `attempts` counts also what ended with its process. */
type TakenJob = StoredJob & { failures: number }

export type JobRunner = {
  db: Kysely<Database>
  /** Kinds without a handler here wait for another process. */
  handlers: Partial<JobHandlers>
  /** Tells this process from others at work on the same database. */
  owner: string
  /** After this time without a sign of life another process takes the job over (JOB_LEASE_MS). */
  leaseMs: number
  now: () => number
  onStep: (step: 'kp:job-start' | 'kp:job-done', job: StoredJob) => void
  onFailure: (job: StoredJob, error: unknown, isFinal: boolean) => void
}

const MOST_TEXT = 300
const LONGEST_GAP_MS = Math.max(...RETRY_AFTER_MS)
/** Clocks of two servers may differ by this. */
const AHEAD_MS = 60_000
/** A job that takes its process with it so often is given up; a few kills in a row are nobody's fault. */
const MOST_DEATHS = 50

/** Takes the job that has waited the longest and does it. @returns false when there was none */
export async function runNextJob(runner: JobRunner): Promise<boolean> {
  const job = await takeJob(runner)
  if (!job) return false
  if (job.attempts - job.failures > MOST_DEATHS) {
    const error = new Error('The process ended each time that it was at work')
    await putBack(runner, job, error, undefined)
    return true
  }
  runner.onStep('kp:job-start', job)
  const renewal = setInterval(() => void renew(runner, job), runner.leaseMs / 3)
  try {
    await performJob(runner.handlers, job)
  } catch (error) {
    await putBack(runner, job, error, RETRY_AFTER_MS[job.failures])
    return true
  } finally {
    clearInterval(renewal)
  }
  const done = ours(runner, job)
  await whenFree(() => runner.db.deleteFrom('job').where(done).execute())
  runner.onStep('kp:job-done', job)
  return true
}

/**
 * Reads what was queued by the schema of its kind, and has it done.
 * @throws when it is not as it was queued, and what the handler throws
 */
export async function performJob(handlers: Partial<JobHandlers>, job: StoredJob): Promise<void> {
  if (isJobKind(job.kind)) await perform(handlers, job.kind, job)
}

async function perform<K extends JobKind>(
  handlers: Partial<JobHandlers>,
  kind: K,
  { payload, ...job }: StoredJob,
): Promise<void> {
  await handlers[kind]?.({ ...job, kind, payload: PAYLOADS[kind].parse(JSON.parse(payload)) })
}

async function takeJob(runner: JobRunner): Promise<TakenJob | undefined> {
  const { db, handlers, owner, leaseMs, now } = runner
  const time = now()
  const due = await db
    .selectFrom('job')
    .select('id')
    .where('failed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('run_at', '<=', time),
        // The clock was set back: no gap is so long, and nothing was queued in the future (F45).
        eb('run_at', '>', time + LONGEST_GAP_MS),
        eb.and([eb('attempts', '=', 0), eb('created_at', '>', time + AHEAD_MS)]),
      ]),
    )
    .where((eb) => isFree(eb, time, leaseMs))
    .where('kind', 'in', Object.keys(handlers))
    // One whose process died waits behind the others: else the same would meet every death.
    .orderBy('attempts')
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  // Guarded, because another server may have seen the same row.
  const take = db
    .updateTable('job')
    .set((eb) => ({
      lease_owner: owner,
      lease_until: time + leaseMs,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', due.id)
    .where('failed_at', 'is', null)
    .where((eb) => isFree(eb, time, leaseMs))
    .returning(['id', 'kind', 'payload', 'attempts', 'failures', 'created_at'])
  return whenFree(() => take.executeTakeFirst())
}

async function renew(runner: JobRunner, job: StoredJob): Promise<void> {
  const { db, leaseMs, now } = runner
  const lengthen = db
    .updateTable('job')
    .set({ lease_until: now() + leaseMs })
    .where(ours(runner, job))
  await whenFree(() => lengthen.execute()).catch(() => {})
}

/** Nobody is at work on it; a lease that is longer than any was taken before the clock was set back. */
const isFree = (eb: ExpressionBuilder<Database, 'job'>, time: number, leaseMs: number) =>
  eb.or([eb('lease_until', '<', time), eb('lease_until', '>', time + 2 * leaseMs + AHEAD_MS)])

/** Later again, or, after the last try, never: onto the dead letter list (F42). */
async function putBack(
  runner: JobRunner,
  job: TakenJob,
  error: unknown,
  wait: number | undefined,
): Promise<void> {
  const { db, now } = runner
  const release = db
    .updateTable('job')
    .set({
      lease_owner: null,
      lease_until: 0,
      last_error: textOf(error),
      failures: job.failures + 1,
      ...(wait === undefined ? { failed_at: now() } : { run_at: now() + wait }),
    })
    .where(ours(runner, job))
  await whenFree(() => release.execute())
  runner.onFailure(job, error, wait === undefined)
}

/** The job, as long as nobody has taken it over. */
const ours =
  ({ owner }: JobRunner, { id }: StoredJob) =>
  (eb: ExpressionBuilder<Database, 'job'>) =>
    eb.and({ id, lease_owner: owner })

const textOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, MOST_TEXT)

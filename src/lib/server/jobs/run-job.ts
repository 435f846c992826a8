import type { ExpressionBuilder } from 'kysely'
import { MINUTE_MS } from '#lib/server/durations.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Database, JobTable, Db } from '#lib/server/database/schema.ts'
import type { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import { isJobKind, type JobKind, PAYLOADS } from './kinds.ts'
import { type JobHandlers, RETRY_AFTER_MS } from './queue.ts'
import { errorText } from '#lib/server/errors.ts'

/** A job as it is stored: its payload is parsed for its handler. */
export type StoredJob = Pick<JobTable, 'id' | 'kind' | 'payload' | 'created_at'> & {
  attempts: number
}

/** With its failures; `attempts` also counts runs that ended with their process. */
type TakenJob = StoredJob & { failures: number; lease_until: number }

export type JobRunner = {
  db: Db
  /** Kinds without a handler here are left to other processes. */
  handlers: Partial<JobHandlers>
  /** Distinguishes this process from others working on the same database. */
  owner: string
  /** After this time without a renewal, another process takes the job over (JOB_LEASE_MS). */
  leaseMs: number
  /** Measures leases by this process's monotonic clock, independent of the time of day (F45). */
  others: UnchangedTimer
  now: () => number
  onStep: (step: 'kp:job-start' | 'kp:job-done', job: StoredJob) => void
  onFailure: (job: StoredJob, error: unknown, isFinal: boolean) => void
}

const MAX_TEXT = 300
const MAX_GAP_MS = Math.max(...RETRY_AFTER_MS)
/** How far the clocks of two servers may differ. */
const AHEAD_MS = MINUTE_MS
/** A job during which the process died this often is given up; a few kills in a row are nobody's fault. */
const MAX_DEATHS = 50
/** More than can be running at once, so that a free job is among those looked at. */
const LOOKED_THROUGH = 50

/**
 * Jobs under way in this process, by owner and id: after the machine stood still, their leases look unrenewed to the
 * process itself.
 */
const underWay = new Set<string>()
const nameOf = ({ owner }: JobRunner, id: string) => `${owner} ${id}`

/** Takes the job that has waited longest and does it. @returns false if there was none */
export async function runNextJob(runner: JobRunner): Promise<boolean> {
  const job = await takeJob(runner)
  if (!job) return false
  underWay.add(nameOf(runner, job.id))
  try {
    await runJob(runner, job)
  } finally {
    underWay.delete(nameOf(runner, job.id))
  }
  return true
}

async function runJob(runner: JobRunner, job: TakenJob): Promise<void> {
  if (job.attempts - job.failures > MAX_DEATHS) {
    const error = new Error('The process ended each time that it was at work')
    return putBack(runner, job, error, undefined)
  }
  runner.onStep('kp:job-start', job)
  let written = job.lease_until
  const renewal = setInterval(() => {
    // A readable time; all that matters is that it changes.
    written = Math.max(runner.now() + runner.leaseMs, written + 1)
    void renew(runner, job, written)
  }, runner.leaseMs / 3)
  try {
    await performJob(runner.handlers, job)
  } catch (error) {
    return await putBack(runner, job, error, RETRY_AFTER_MS[job.failures])
  } finally {
    clearInterval(renewal)
  }
  const done = ours(runner, job)
  await retryWhileLocked(() => runner.db.deleteFrom('job').where(done).execute())
  runner.onStep('kp:job-done', job)
}

/**
 * Parses a job's payload by the schema of its kind, and has it done.
 * @throws if the payload does not fit the schema, and whatever the handler throws
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
  const { db, handlers, owner, leaseMs, others, now } = runner
  const time = now()
  const due = await db
    .selectFrom('job')
    .select(['id', 'lease_owner', 'lease_until'])
    .where('failed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('run_at', '<=', time),
        // The clock was set back: no wait is that long, and nothing was queued in the future (F45).
        eb('run_at', '>', time + MAX_GAP_MS),
        eb.and([eb('attempts', '=', 0), eb('created_at', '>', time + AHEAD_MS)]),
      ]),
    )
    .where('kind', 'in', Object.keys(handlers))
    // A job whose process died waits behind the others, or it could kill each new process before they run.
    .orderBy('attempts')
    .orderBy('run_at')
    .limit(LOOKED_THROUGH)
    .execute()
  others.keep(new Set(due.map(({ id }) => id)))
  // Look at all of them, so that each lease is timed from when it was first seen.
  const free = due.filter(
    ({ id, lease_owner, lease_until }) =>
      !underWay.has(nameOf(runner, id)) &&
      (lease_owner === null || others.hasFor(leaseMs, id, `${lease_owner} ${lease_until}`)),
  )
  const [seen] = free
  if (!seen) return undefined
  // Guarded: another server may have taken the job, or its holder may have renewed the lease.
  const take = db
    .updateTable('job')
    .set((eb) => ({
      lease_owner: owner,
      lease_until: Math.max(time + leaseMs, seen.lease_until + 1),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', seen.id)
    .where('failed_at', 'is', null)
    .where('lease_until', '=', seen.lease_until)
    .where('lease_owner', seen.lease_owner === null ? 'is' : '=', seen.lease_owner)
    .returning(['id', 'kind', 'payload', 'attempts', 'failures', 'created_at', 'lease_until'])
  return retryWhileLocked(() => take.executeTakeFirst())
}

async function renew(runner: JobRunner, job: StoredJob, lease_until: number): Promise<void> {
  const lengthen = runner.db.updateTable('job').set({ lease_until }).where(ours(runner, job))
  await retryWhileLocked(() => lengthen.execute()).catch(() => {})
}

/** Schedules another try or, after the last one, moves it to the dead letter list (F42). */
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
  await retryWhileLocked(() => release.execute())
  runner.onFailure(job, error, wait === undefined)
}

/** Matches the job as long as nobody has taken it over. */
const ours =
  ({ owner }: JobRunner, { id }: StoredJob) =>
  (eb: ExpressionBuilder<Database, 'job'>) =>
    eb.and({ id, lease_owner: owner })

const textOf = (error: unknown) => errorText(error).slice(0, MAX_TEXT)

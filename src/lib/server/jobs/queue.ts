import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#lib/server/durations.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { JobKind, Payloads } from './kinds.ts'

/** A job as its handler gets it. */
export type Job<K extends JobKind = JobKind> = {
  id: string
  kind: K
  payload: Payloads[K]
  attempts: number
  created_at: number
}

/** Does the work of a job; if it throws, the job failed and runs again later. */
export type JobHandler<K extends JobKind> = (job: Job<K>) => Promise<void>

/** Handlers for some kinds of job. */
export type JobHandlers<K extends JobKind = JobKind> = { [Kind in K]: JobHandler<Kind> }

/** The wait after each failure; after the last the job is given up (F42). */
export const RETRY_AFTER_MS = [1, 5, 30, 120, 480, 1440].map((minutes) => minutes * MINUTE_MS)

/** How long a job that was given up stays on the list, for the owner to see. */
export const KEEP_FAILED_MS = 30 * DAY_MS

/**
 * Queues a job in the transaction of the change that asks for it, so that there are both or neither (I5).
 * @returns the job's id
 */
export async function queueJob<K extends JobKind>(
  trx: Trx,
  kind: K,
  payload: Payloads[K],
): Promise<string> {
  const id = randomUUID()
  const now = Date.now()
  await trx
    .insertInto('job')
    .values({ id, kind, payload: JSON.stringify(payload), run_at: now, created_at: now })
    .execute()
  return id
}

/** Failures after which a job has been late for half an hour. */
const LATE_AFTER = 4
/** One alone may be an address that does not exist; several are a service that is away. */
const FEWEST_LATE = 2

/**
 * The number of jobs that wait or run, the jobs that were given up, newest first, and the kinds of which several
 * have been failing for half an hour, each with its last error.
 */
export async function countJobs(db: Db) {
  const { waiting } = await db
    .selectFrom('job')
    .select((eb) => eb.fn.countAll().as('waiting'))
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const failed = await db
    .selectFrom('job')
    .select(['id', 'kind', 'failed_at', 'last_error'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .execute()
  const late = await db
    .selectFrom('job')
    .select((eb) => ['kind', eb.fn.countAll().as('count'), eb.fn.max('last_error').as('error')])
    .where('failed_at', 'is', null)
    .where('failures', '>=', LATE_AFTER)
    .groupBy('kind')
    .having((eb) => eb.fn.countAll(), '>=', FEWEST_LATE)
    .orderBy('kind')
    .execute()
  const lateKinds = late.map(({ kind, count, error }) => ({
    ...{ kind, count: Number(count), error: error ?? '' },
  }))
  return { waiting: Number(waiting), failed, lateKinds }
}

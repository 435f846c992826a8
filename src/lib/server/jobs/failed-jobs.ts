import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { PAYLOADS } from './kinds.ts'

/** A job that has failed: it waits for its next try, or was given up. */
export type FailedJob = {
  id: string
  kind: string
  /** Of a mail, what it is about and whom it is for; else empty. */
  about: string
  failedAt: number | null
  nextTryAt: number
  error: string
}

/** The jobs that have failed, oldest first. */
export async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'kind', 'payload', 'failed_at', 'run_at', 'last_error'])
    .where('failures', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, payload, failed_at, run_at, last_error }) => ({
    ...{ id, kind, about: aboutOf(kind, payload), failedAt: failed_at },
    ...{ nextTryAt: run_at, error: last_error ?? '' },
  }))
}

function aboutOf(kind: string, payload: string): string {
  const mail = kind === 'mail' && PAYLOADS.mail.safeParse(JSON.parse(payload)).data
  return mail ? `${mail.subject}, to ${mail.to}` : ''
}

/**
 * Has jobs that have failed done at once, with all their tries anew.
 * @param ids all of them, if none are named
 * @returns how many
 */
export async function retryFailedJobs(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<number> {
  const retry = db
    .updateTable('job')
    .set({ failed_at: null, failures: 0, attempts: 0, run_at: now })
    .where('failures', '>', 0)
    // One that is at work just now decides for itself.
    .where('lease_owner', 'is', null)
    .$if(ids.length > 0, (named) => named.where('id', 'in', ids))
  const { numUpdatedRows } = await retryWhileLocked(() => retry.executeTakeFirst())
  return Number(numUpdatedRows)
}

/** Deletes jobs that were given up; all of them, if none are named. @returns how many */
export async function dropFailedJobs(db: Db, ids: readonly string[]): Promise<number> {
  const drop = db
    .deleteFrom('job')
    .where('failed_at', 'is not', null)
    .$if(ids.length > 0, (named) => named.where('id', 'in', ids))
  const { numDeletedRows } = await retryWhileLocked(() => drop.executeTakeFirst())
  return Number(numDeletedRows)
}

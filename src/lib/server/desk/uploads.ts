import type { Selectable, Updateable } from 'kysely'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import type { UploadState } from '#lib/server/database/schema/desk.ts'
import type { Applied } from '#lib/server/import/apply/applied.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { recordDeskAction } from './actions.ts'
import type { Begun, CheckResult } from './report.ts'
import type { Editor, UploadSource } from './task.ts'

/** A list that an editor uploaded or that a form wrote. */
export type Upload = UploadSource & {
  bytes: number
  state: UploadState
  found: CheckResult | Begun | undefined
  importId: number | null
  /** The version of the catalogue that includes it. */
  version: number | null
  createdAt: number
}

/** Stores a new upload, which waits for its check, and records who uploaded it. */
export async function addUpload(
  db: Db,
  editor: Editor,
  file: UploadSource & { bytes: number },
  lease: LeaseColumns,
): Promise<void> {
  const now = Date.now()
  const { id, name, bytes, format, withdraws, base, isAsIs, map } = file
  const row = {
    ...{ id, user_id: editor.id, name, bytes, format, withdraws: Number(withdraws) },
    ...{ map, base, is_as_is: Number(isAsIs), state: 'checking' as const },
    ...{ report: null, import_id: null, version: null, created_at: now, changed_at: now, ...lease },
  }
  await inTransaction(db, async (trx) => {
    await trx.insertInto('desk_upload').values(row).execute()
    await recordDeskAction(trx, editor, { kind: 'upload', what: name })
    return { ok: true, value: undefined }
  })
}

/** One of the editor's own uploads; those of others are treated as unknown (I8). */
export async function findUpload(db: Db, userId: string, id: string): Promise<Upload | undefined> {
  const row = await db
    .selectFrom('desk_upload')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '!=', 'discarded')
    .executeTakeFirst()
  return row && toUpload(row)
}

/** The editor's uploads that can still be published, newest first. */
export async function openUploads(db: Db, userId: string, since: number): Promise<Upload[]> {
  const rows = await db
    .selectFrom('desk_upload')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', ['checking', 'checked', 'publishing', 'failed'])
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(toUpload)
}

/**
 * Which server works on an upload: of two servers that share a folder, neither takes over the other's work.
 * `lease_until` changes while the server is at work, and is 0 once it has given the upload back.
 */
export type LeaseColumns = { lease_owner: string | null; lease_until: number }

const BUSY = ['checking', 'publishing'] as const

/** States in which no server works on an upload. */
export const FREE: UploadState[] = ['checked', 'failed']

/** Ends uploads that were being worked on when a backup was made: backups do not include the files of lists. */
export async function endUploads(db: Db): Promise<void> {
  const found: CheckResult = { refusal: deskListTexts.uploadGone }
  await db
    .updateTable('desk_upload')
    .set({ state: 'failed', report: JSON.stringify(found) })
    .where('state', 'in', BUSY)
    .execute()
}

/** Uploads that are being worked on, or were until a stop or a crash, with their leases. */
export async function busyUploads(db: Db): Promise<{ upload: Upload; lease: LeaseColumns }[]> {
  const rows = await db.selectFrom('desk_upload').selectAll().where('state', 'in', BUSY).execute()
  return rows.map((row) => ({
    upload: toUpload(row),
    lease: { lease_owner: row.lease_owner, lease_until: row.lease_until },
  }))
}

function toUpload(row: Selectable<Database['desk_upload']>): Upload {
  const { id, name, bytes, format, state, report, version, base, map } = row
  const found: Upload['found'] = report === null ? undefined : JSON.parse(report)
  return {
    ...{ id, name, bytes, format, state, found, version, base, map, isAsIs: row.is_as_is === 1 },
    withdraws: row.withdraws === 1,
    importId: row.import_id,
    createdAt: row.created_at,
  }
}

/** Which upload: only if it belongs to `userId`, and only if `owner` has its lease, where these are given. */
type Key = { userId?: string; id: string; owner?: string }
type Changed =
  | 'map'
  | 'state'
  | 'report'
  | 'format'
  | 'withdraws'
  | 'base'
  | 'is_as_is'
  | 'lease_owner'
  | 'lease_until'
type Change = Updateable<Pick<Database['desk_upload'], Changed>>

/**
 * Changes an upload that is in one of the states `from`; if two calls try, only one succeeds.
 * @returns whether this call did
 */
export function moveUpload(db: Db, key: Key, from: UploadState[], to: Change): Promise<boolean> {
  return retryWhileLocked(() => move(db, key, from, to))
}

/** Like `moveUpload`, at an editor's request, which is recorded in the same transaction. */
export async function moveOwn(
  db: Db,
  editor: Editor,
  { id, name }: UploadSource,
  { kind, from, to }: { kind: 'check' | 'discard'; from: UploadState[]; to: Change },
): Promise<boolean> {
  const moved = await inTransaction(db, async (trx) => {
    if (!(await move(trx, { userId: editor.id, id }, from, to))) {
      return { ok: false, error: 'notThere' }
    }
    await recordDeskAction(trx, editor, { kind, what: name })
    return { ok: true, value: undefined }
  })
  return moved.ok
}

async function move(db: Db, { userId, id, owner }: Key, from: UploadState[], to: Change) {
  const { numUpdatedRows } = await db
    .updateTable('desk_upload')
    .set({ ...to, changed_at: Date.now() })
    .where('id', '=', id)
    .where('state', 'in', from)
    .$if(userId !== undefined, (found) => found.where('user_id', '=', userId ?? ''))
    .$if(owner !== undefined, (found) => found.where('lease_owner', '=', owner ?? ''))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Marks an upload as published, in the import's own transaction, and records who published it.
 * @throws if this server has lost the lease, which rolls back the import
 */
export async function notePublished(
  trx: Trx,
  { id, name, owner }: UploadSource & { owner: string },
  editor: Editor,
  applied: Omit<Applied, 'packsKept'>,
): Promise<void> {
  const { version } = await trx
    .selectFrom('catalogue_version')
    .select('version')
    .executeTakeFirstOrThrow()
  const state = applied.import === null ? 'unchanged' : 'published'
  const { numUpdatedRows } = await trx
    .updateTable('desk_upload')
    .set({ state, import_id: applied.import, version, changed_at: Date.now() })
    .where('id', '=', id)
    .where('state', '=', 'publishing')
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('Another server has taken this list over')
  const { added, changed, unchanged, withdrawn } = applied
  await recordDeskAction(trx, editor, {
    ...{ kind: 'publish', what: name, import_id: applied.import },
    figures: { added, changed, unchanged, withdrawn },
  })
}

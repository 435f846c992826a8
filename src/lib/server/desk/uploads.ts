import type { Kysely, Transaction, Updateable } from 'kysely'
import { newId } from '../accounts/new-id.ts'
import { whenFree } from '../database/database.ts'
import type { Database, Db } from '../database/schema.ts'
import type { UploadState } from '../database/schema-desk.ts'
import type { Applied } from '../import/apply.ts'
import { noteAction } from './actions.ts'
import type { Begun, Found } from './report.ts'
import type { Editor, Reading, Source } from './task.ts'

/** A list that an editor brought. */
export type Upload = Source & {
  bytes: number
  state: UploadState
  found: Found | Begun | undefined
  importId: number | null
  /** The catalogue's version that has it. */
  version: number | null
  createdAt: number
}

/** Keeps a new upload, which waits for its check. @returns its id */
export async function addUpload(
  db: Kysely<Database>,
  editor: Editor,
  file: { name: string; bytes: number } & Reading,
): Promise<string> {
  const id = newId()
  const now = Date.now()
  const { name, bytes, format, withdraws } = file
  const row = {
    ...{ id, user_id: editor.id, name, bytes, format, withdraws: Number(withdraws) },
    state: 'checking' as const,
    ...{ report: null, import_id: null, version: null, created_at: now, changed_at: now },
  }
  await whenFree(() => db.insertInto('desk_upload').values(row).execute())
  return id
}

/** An upload of one's own; that of another editor is unknown (reliability I8). */
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

/** Uploads of one's own that can still be published, the last first. */
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

/** What no call waits for any more, after a stop or a crash. */
export async function interruptedUploads(db: Db): Promise<Upload[]> {
  const rows = await db
    .selectFrom('desk_upload')
    .selectAll()
    .where('state', 'in', ['checking', 'publishing'])
    .execute()
  return rows.map(toUpload)
}

function toUpload(row: Database['desk_upload']): Upload {
  const { id, name, bytes, format, state, report, version } = row
  const found: Upload['found'] = report === null ? undefined : JSON.parse(report)
  return {
    ...{ id, name, bytes, format, state, found, version },
    withdraws: row.withdraws === 1,
    importId: row.import_id,
    createdAt: row.created_at,
  }
}

/**
 * Moves an upload from one of the states to another; of two who try, one does.
 * @returns whether it was this call
 */
export async function moveUpload(
  db: Kysely<Database>,
  { userId, id }: { userId?: string; id: string },
  from: UploadState[],
  to: Updateable<Pick<Database['desk_upload'], 'state' | 'report' | 'format' | 'withdraws'>>,
): Promise<boolean> {
  const move = db
    .updateTable('desk_upload')
    .set({ ...to, changed_at: Date.now() })
    .where('id', '=', id)
    .where('state', 'in', from)
    .$if(userId !== undefined, (found) => found.where('user_id', '=', userId ?? ''))
  const { numUpdatedRows } = await whenFree(() => move.executeTakeFirst())
  return numUpdatedRows > 0n
}

/** In the transaction of the import: the upload is published, and by whom. */
export async function notePublished(
  trx: Transaction<Database>,
  { id, name }: Source,
  editor: Editor,
  applied: Omit<Applied, 'packsKept'>,
): Promise<void> {
  const { version } = await trx
    .selectFrom('catalogue_version')
    .select('version')
    .executeTakeFirstOrThrow()
  const state = applied.import === null ? 'unchanged' : 'published'
  await trx
    .updateTable('desk_upload')
    .set({ state, import_id: applied.import, version, changed_at: Date.now() })
    .where('id', '=', id)
    .execute()
  const { added, changed, unchanged, withdrawn } = applied
  await noteAction(trx, editor, {
    ...{ kind: 'publish', what: name, import_id: applied.import },
    figures: { added, changed, unchanged, withdrawn },
  })
}

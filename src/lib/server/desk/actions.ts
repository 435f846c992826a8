import { otherChanges } from '#lib/server/import/apply/describe/other-changes.ts'
import type { Db, Database } from '#lib/server/database/schema.ts'
import { newId } from '#lib/server/accounts/new-id.ts'
import type { Editor } from './task.ts'

type Action = {
  kind: Database['desk_action']['kind']
  what: string
  import_id?: number | null
  figures?: Record<string, number>
}

/** Records an editor's action in the history of the desk; without an id it was somebody else. */
export async function recordDeskAction(
  db: Db,
  editor: Editor | { id: null; email: string },
  action: Action,
): Promise<void> {
  const { kind, what, import_id = null, figures } = action
  await db
    .insertInto('desk_action')
    .values({
      ...{ id: newId(), user_id: editor.id, who: editor.email, kind, what, import_id },
      figures: figures ? JSON.stringify(figures) : null,
      created_at: Date.now(),
    })
    .execute()
}

/** Filters of the history: by editor (`who`) and by kind of action. */
export type HistoryOf = { who?: string | undefined; kind?: Action['kind'] | undefined }

/** The emails of all editors who have done anything at the desk. */
export async function whoActed(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('desk_action').select('who').distinct().orderBy('who').execute()
  return rows.map(({ who }) => who)
}

/** The latest actions of editors, newest first. */
export function lastActions(db: Db, limit: number, { who, kind }: HistoryOf = {}) {
  return db
    .selectFrom('desk_action')
    .select(['id', 'who', 'kind', 'what', 'import_id', 'created_at'])
    .$if(who !== undefined, (found) => found.where('who', '=', who ?? ''))
    .$if(kind !== undefined, (found) => found.where('kind', '=', kind ?? 'upload'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The number of the last import; 0 when there was none. */
export async function lastImportId(db: Db): Promise<number> {
  const found = await db
    .selectFrom('catalogue_import')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirst()
  return Number(found?.last ?? 0)
}

/** An import with its figures; undefined if there is none with that number. */
export function findImport(db: Db, number: number) {
  return db.selectFrom('catalogue_import').selectAll().where('id', '=', number).executeTakeFirst()
}

/** The shop's latest imports, newest first, including those made on the command line. */
export async function lastImports(db: Db, limit: number, before?: number, who?: string) {
  const rows = await db
    .selectFrom('catalogue_import')
    .selectAll()
    .$if(before !== undefined, (found) => found.where('id', '<', before ?? 0))
    .$if(who !== undefined, (found) => found.where('editor', '=', who ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const others = await otherChanges(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, others: others.get(row.id) ?? [] }))
}

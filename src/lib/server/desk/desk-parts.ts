import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import type { TaskSettings } from './task.ts'
import type { UploadWork } from './upload-work.ts'

/** What everything that is done at the desk works with. */
export type DeskParts = { db: Kysely<Database>; settings: TaskSettings; work: UploadWork }

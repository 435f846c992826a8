import type { Db } from '#lib/server/database/schema.ts'
import type { TaskSettings } from './task.ts'
import type { UploadWork } from './upload-work.ts'

/** What all operations of the desk need. */
export type DeskParts = { db: Db; settings: TaskSettings; work: UploadWork }

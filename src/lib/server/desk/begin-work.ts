import type { Kysely } from 'kysely'
import { deskMessages } from '#lib/texts/browser/desk.ts'
import { contentTexts } from '#lib/texts/page/desk-content.ts'
import type { Result } from '#lib/result.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { lastImportId } from './actions.ts'
import { movedNames } from './content/moved-categories.ts'
import type { DeskParts } from './desk-parts.ts'
import { readAnswers, type Answers } from './read-answers.ts'
import type { Editor, Reading } from './task.ts'
import { readForm } from './typed-form.ts'
import { readChanges } from './upload-files.ts'
import { sourceOf } from './upload-work.ts'
import { findUpload, FREE, moveOwn, moveUpload } from './uploads.ts'

/** `map`: which column is which, where that was matched now; else it is as before. */
export type Recheck = Reading & { asIs?: boolean; map?: string; repairsLetters?: boolean }

/**
 * Looks a list through again, in another way or after the shop has changed. What others changed since
 * it was brought stays theirs, but where the editor wants the list `asIs`.
 */
export async function recheck(
  { db, work }: DeskParts,
  editor: Editor,
  id: string,
  asked: Recheck,
): Promise<boolean> {
  const upload = await findUpload(db, editor.id, id)
  if (!upload) return false
  // What a form wrote is read in one way only.
  const { withdraws, ...as } = upload.format === 'form' ? upload : asked
  const map = asked.map ?? upload.map
  const format = as.format === 'matched' && map === null ? 'kirana' : as.format
  const isAsIs = asked.asIs ?? false
  const base = isAsIs ? await lastImportId(db) : upload.base
  const again = { state: 'checking', report: null, ...work.lease.begin() } as const
  const how = { format, withdraws: Number(withdraws), map, base, is_as_is: Number(isAsIs) }
  const change = { kind: 'check' as const, from: FREE, to: { ...again, ...how } }
  if (!(await moveOwn(db, editor, upload, change))) return false
  const source = { id, name: upload.name, format, withdraws, base, isAsIs, map }
  work.check(source, asked.repairsLetters)
  return true
}

/** Begins to publish a list that was checked, or says why not; of two clicks one counts. */
export async function publish(
  { db, settings, work }: DeskParts,
  editor: Editor,
  id: string,
  said: Answers,
): Promise<Result<void>> {
  const upload = await findUpload(db, editor.id, id)
  const { found } = upload ?? {}
  const twice = { ok: false, error: deskMessages.publishTwice } as const
  if (upload?.state !== 'checked' || !found || !('report' in found)) return twice
  const isForm = upload.format === 'form'
  if (isForm && found.report.faultCount > 0) return { ok: false, error: deskMessages.formFaults }
  const moved = isForm ? await renamedSince(db, settings.dataDir, id) : []
  if (moved.length > 0) return { ok: false, error: contentTexts.categoryMoved(moved) }
  // What a form leaves out is taken out of the shop: a row that is refused only now is not left out either.
  const asked = isForm ? { ...said, skipsInvalid: false } : said
  const how = readAnswers(found.report, asked, await readChanges(settings.dataDir, id))
  if (!how.ok) return how
  const to = { state: 'publishing', ...work.lease.begin() } as const
  if (!(await moveUpload(db, { userId: editor.id, id }, ['checked'], to))) return twice
  work.publish(editor, sourceOf(upload), found.report, how.value)
  return { ok: true, value: undefined }
}

/** Of the form of the categories those that a colleague renamed since: by their old names all would split. */
async function renamedSince(db: Kysely<Database>, dataDir: string, id: string): Promise<string[]> {
  const form = await readForm(dataDir, id)
  return form?.path === '/desk/content/categories' ? movedNames(db, form.values) : []
}

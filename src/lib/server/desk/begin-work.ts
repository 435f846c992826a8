import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import type { Result } from '#lib/result.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { lastImportId } from './actions.ts'
import { movedNames } from './content/moved-categories.ts'
import type { DeskParts } from './desk-parts.ts'
import { readAnswers, type Answers } from './read-answers.ts'
import type { Editor, ReadOptions } from './task.ts'
import { readTypedForm } from './typed-form.ts'
import { readChanges } from './upload-files.ts'
import { sourceOf } from './upload-work.ts'
import { findUpload, FREE, moveOwn, moveUpload } from './uploads.ts'

/**
 * How an editor wants a list checked again. `map`: the columns as they were matched just now; without it, the
 * previous matching stays.
 */
export type Recheck = ReadOptions & { asIs?: boolean; map?: string; repairsLetters?: boolean }

/**
 * Checks a list again, read in another way or after the shop has changed. What others changed since it was
 * uploaded still stays theirs, unless the editor wants the list `asIs`.
 * @returns false if the upload is not the editor's or is being worked on
 */
export async function recheck(
  { db, work }: DeskParts,
  editor: Editor,
  id: string,
  asked: Recheck,
): Promise<boolean> {
  const upload = await findUpload(db, editor.id, id)
  if (!upload) return false
  // A list written by a form can be read in one way only.
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

/** Starts to publish a checked list, or says why not. Of two clicks only one has an effect. */
export async function publish(
  { db, settings, work }: DeskParts,
  editor: Editor,
  id: string,
  said: Answers,
): Promise<Result<void>> {
  const upload = await findUpload(db, editor.id, id)
  const { found } = upload ?? {}
  const twice = { ok: false, error: deskListTexts.publishTwice } as const
  if (upload?.state !== 'checked' || !found || !('report' in found)) return twice
  const isForm = upload.format === 'form'
  if (isForm && found.report.faultCount > 0) return { ok: false, error: deskListTexts.formFaults }
  const moved = isForm ? await renamedSince(db, settings.dataDir, id) : []
  if (moved.length > 0) return { ok: false, error: deskContentTexts.categoryMoved(moved) }
  // Products left out of a form's list are withdrawn, so a row that is refused only now must not be left out either.
  const asked = isForm ? { ...said, skipsInvalid: false } : said
  const how = readAnswers(found.report, asked, await readChanges(settings.dataDir, id))
  if (!how.ok) return how
  const to = { state: 'publishing', ...work.lease.begin() } as const
  if (!(await moveUpload(db, { userId: editor.id, id }, ['checked'], to))) return twice
  work.publish(editor, sourceOf(upload), found.report, how.value)
  return { ok: true, value: undefined }
}

/**
 * Categories of a category form that a colleague has renamed since. Publishing under their old names would create
 * them again beside the renamed ones.
 */
async function renamedSince(db: Db, dataDir: string, id: string): Promise<string[]> {
  const form = await readTypedForm(dataDir, id)
  return form?.path === '/desk/content/categories' ? movedNames(db, form.values) : []
}

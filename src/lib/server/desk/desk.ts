import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { ListKind, PreviewSide, UploadStatus } from '#lib/desk/uploads.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { undoTexts } from '#lib/texts/page/undo.ts'
import type { Result } from '#lib/result.ts'
import { newId } from '#lib/server/accounts/new-id.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import type { UploadState } from '#lib/server/database/schema/desk.ts'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import type { FaultyCell } from '#lib/server/import/read/faulty-cells.ts'
import { FIRST_FILL } from '#lib/server/import/apply/history.ts'
import { findSite, siteIdOf } from '#lib/server/publish/site/site.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { movedNames } from './content/moved-categories.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { lastImportId, recordDeskAction } from './actions.ts'
import type { FormPictures } from './form-pictures.ts'
import { listenTo } from './listen.ts'
import { readAnswers, type Answers } from './read-answers.ts'
import type { Editor, Outcomes, Progress, ReadOptions, TaskSettings, Undoing } from './task.ts'
import { orRefused } from './task-faults.ts'
import { keepForm, readTypedForm, type TypedForm } from './typed-form.ts'
import {
  cleanName,
  deskDir,
  formName,
  keepFile,
  readChanges,
  removeFiles,
  removeOldFiles,
  stageDir,
  writeInbox,
  writeInboxFolder,
} from './upload-files.ts'
import { type Limits, type ErrorLog, sourceOf, UploadWork } from './upload-work.ts'
import { addUpload, busyUploads, findUpload, moveOwn, moveUpload, type Upload } from './uploads.ts'

/** `map`: which column is which, where that was matched now; else it is as before. */
type Recheck = ReadOptions & { asIs?: boolean; map?: string; repairsLetters?: boolean }

/** States in which nothing works on an upload. */
const FREE: UploadState[] = ['checked', 'failed']

/** The editors' desk of a running server: what pages and calls under /desk do with lists. */
export class Desk {
  #db: Kysely<Database>
  #settings: TaskSettings
  #work: UploadWork
  #publishing: Progress | undefined

  constructor(db: Kysely<Database>, settings: TaskSettings, log: ErrorLog, limits: Limits = {}) {
    this.#db = db
    this.#settings = settings
    this.#work = new UploadWork(db, settings, log, limits)
  }

  /** Takes over a file written after the import `knownBase`, and begins to check it. @returns the upload's id */
  async receive(
    editor: Editor,
    file: Omit<ReceivedFile, 'field'>,
    how: ReadOptions,
    knownBase?: number,
  ): Promise<string> {
    const { dataDir } = this.#settings
    const busy = await busyUploads(this.#db)
    await removeOldFiles(dataDir, new Set(busy.map(({ upload }) => upload.id)))
    const name = cleanName(file.name)
    const id = newId()
    // A crash between the two leaves files that nobody knows, never an upload without its files.
    await keepFile(dataDir, id, file.path)
    const base = knownBase ?? (await lastImportId(this.#db))
    const source = { id, name, ...how, base, isAsIs: false, map: null }
    await addUpload(this.#db, editor, { ...source, bytes: file.bytes }, this.#work.lease.begin())
    this.#work.check(source)
    return id
  }

  /** Takes the list that a form wrote, which showed the shop after the import `base`. @returns the upload's id */
  async receiveForm(editor: Editor, name: string, csv: string, base?: number): Promise<string> {
    const path = await writeInbox(this.#settings.dataDir, csv)
    const file = { path, name: formName(name), bytes: Buffer.byteLength(csv) }
    return this.receive(editor, file, { format: 'form', withdraws: false }, base)
  }

  /** The same with the files of a folder, which has just what the form changes. */
  async receiveParts(
    editor: Editor,
    name: string,
    files: Record<string, string>,
    base?: number,
    pictures?: FormPictures,
  ): Promise<string> {
    const path = await writeInboxFolder(this.#settings.dataDir, files, pictures)
    const bytes = Buffer.byteLength(Object.values(files).join(''))
    const file = { path, name: formName(name), bytes }
    return this.receive(editor, file, { format: 'form', withdraws: false }, base)
  }

  /** Keeps what was typed into the form of a list, for its page to show it again. */
  keepForm(id: string, form: TypedForm): Promise<void> {
    return keepForm(this.#settings.dataDir, id, form)
  }

  /** The form of a list of one's own, with what has to be corrected in it. */
  async formOf(
    editor: Pick<Editor, 'id'>,
    id: string,
  ): Promise<(TypedForm & { faults: FaultyCell[] }) | undefined> {
    const upload = await this.find(editor, id)
    const form = upload && (await readTypedForm(this.#settings.dataDir, id))
    const { found } = upload ?? {}
    return form && { ...form, faults: found && 'report' in found ? found.report.faults : [] }
  }

  /** Somebody is where lists and forms are, and may save one. */
  warm(): void {
    this.#work.runner.warm()
  }

  /** Waits until nothing works on an upload, or for so long: mostly the answer is there at once. */
  waitFor(id: string, atMostMs: number): Promise<void> {
    return this.#work.waitFor(id, atMostMs)
  }

  /**
   * Looks a list through again, in another way or after the shop has changed. What others changed since
   * it was brought stays theirs, but where the editor wants the list `asIs`.
   */
  async recheck(editor: Editor, id: string, asked: Recheck): Promise<boolean> {
    const upload = await findUpload(this.#db, editor.id, id)
    if (!upload) return false
    // What a form wrote is read in one way only.
    const { withdraws, ...as } = upload.format === 'form' ? upload : asked
    const map = asked.map ?? upload.map
    const format = as.format === 'matched' && map === null ? 'kirana' : as.format
    const isAsIs = asked.asIs ?? false
    const base = isAsIs ? await lastImportId(this.#db) : upload.base
    const again = { state: 'checking', report: null, ...this.#work.lease.begin() } as const
    const how = { format, withdraws: Number(withdraws), map, base, is_as_is: Number(isAsIs) }
    const change = { kind: 'check' as const, from: FREE, to: { ...again, ...how } }
    if (!(await moveOwn(this.#db, editor, upload, change))) return false
    const source = { id, name: upload.name, format, withdraws, base, isAsIs, map }
    this.#work.check(source, asked.repairsLetters)
    return true
  }

  /** Begins to publish a list that was checked, or says why not; of two clicks one counts. */
  async publish(editor: Editor, id: string, said: Answers): Promise<Result<void>> {
    const upload = await findUpload(this.#db, editor.id, id)
    const { found } = upload ?? {}
    const twice = { ok: false, error: deskListTexts.publishTwice } as const
    if (upload?.state !== 'checked' || !found || !('report' in found)) return twice
    const isForm = upload.format === 'form'
    if (isForm && found.report.faultCount > 0) return { ok: false, error: deskListTexts.formFaults }
    const moved = isForm ? await this.#movedNames(id) : []
    if (moved.length > 0) return { ok: false, error: deskContentTexts.categoryMoved(moved) }
    // What a form leaves out is taken out of the shop: a row that is refused only now is not left out either.
    const asked = isForm ? { ...said, skipsInvalid: false } : said
    const how = readAnswers(found.report, asked, await this.changesOf(id))
    if (!how.ok) return how
    const to = { state: 'publishing', ...this.#work.lease.begin() } as const
    if (!(await moveUpload(this.#db, { userId: editor.id, id }, ['checked'], to))) return twice
    this.#work.publish(editor, sourceOf(upload), found.report, how.value)
    return { ok: true, value: undefined }
  }

  /** Of the form of the categories those that a colleague renamed since: by their old names all would split. */
  async #movedNames(id: string): Promise<string[]> {
    const form = await readTypedForm(this.#settings.dataDir, id)
    return form?.path === '/desk/content/categories' ? movedNames(this.#db, form.values) : []
  }

  /** Puts a list away, also one that is being checked. */
  async discard(editor: Editor, id: string): Promise<boolean> {
    const upload = await findUpload(this.#db, editor.id, id)
    const to = { state: 'discarded', report: null } as const
    const change = { kind: 'discard' as const, from: [...FREE, 'checking' as const], to }
    if (!upload || !(await moveOwn(this.#db, editor, upload, change))) return false
    await removeFiles(this.#settings.dataDir, id)
    return true
  }

  /** The header of a list and its first rows. */
  head(upload: Upload): Promise<Outcomes['head']> {
    return orRefused(this.#work.runner.run<'head'>({ kind: 'head', source: sourceOf(upload) }))
  }

  /** All that a long list would change. */
  changesOf(id: string): Promise<FieldChange[] | undefined> {
    return readChanges(this.#settings.dataDir, id)
  }

  /** A page as it would be; with a `side`, for a frame, of which one counts as looking at it. */
  async preview(
    editor: Editor,
    upload: Upload,
    { path, side }: { path: string; side?: PreviewSide },
  ): Promise<Outcomes['preview']> {
    const action = { kind: 'preview', what: `${upload.name}: ${path}` } as const
    if (side !== 'now') await retryWhileLocked(() => recordDeskAction(this.#db, editor, action))
    const task = { kind: 'preview', source: sourceOf(upload), path, side } as const
    return orRefused(this.#work.runner.run<'preview'>(task))
  }

  /** What filled the shop when it was new is taken back on the command line alone. */
  async undo(editor: Editor, number: number, how: Undoing = {}): Promise<Outcomes['undo']> {
    const found = await this.#db
      .selectFrom('catalogue_import')
      .select('editor')
      .where('id', '=', number)
      .executeTakeFirst()
    if (found?.editor === FIRST_FILL) return { refusal: undoTexts.onlyByCommand(number, SHOP_CALL) }
    return orRefused(this.#work.runner.run<'undo'>({ kind: 'undo', editor, number, ...how }))
  }

  /** Writes the products into a file of its own. @returns its path */
  async export(editor: Editor, kind: ListKind): Promise<string> {
    const dir = deskDir(this.#settings.dataDir)
    await mkdir(dir, { recursive: true })
    const file = join(dir, `${newId()}.${kind}`)
    await this.#work.runner.run<'export'>({ kind: 'export', file })
    const action = { kind: 'export', what: `products.${kind}` } as const
    await retryWhileLocked(() => recordDeskAction(this.#db, editor, action))
    return file
  }

  find(editor: Pick<Editor, 'id'>, id: string): Promise<Upload | undefined> {
    return findUpload(this.#db, editor.id, id)
  }

  /** How far an upload is, up to the moment when all its pages are live. */
  async statusOf(editor: Pick<Editor, 'id'>, id: string): Promise<UploadStatus | undefined> {
    const upload = await this.find(editor, id)
    if (!upload) return undefined
    const { state, version } = upload
    const progress = this.#work.progressOf(id)
    if (state !== 'published' || version === null) return { state, isLive: false, ...progress }
    const site = await findSite(this.#db, siteIdOf(this.#settings))
    if (site.version >= version) return { state, isLive: true, text: '', ratio: 1 }
    return { state, isLive: false, text: '', ratio: 0, ...this.#publishing }
  }

  /**
   * Tells how far an upload is, whenever that changes; null where there is none.
   * @returns a function that ends it
   */
  listen(
    editor: Pick<Editor, 'id'>,
    id: string,
    tell: (status: UploadStatus | null) => void,
  ): () => void {
    return listenTo(async () => (await this.statusOf(editor, id)) ?? null, tell)
  }

  /** Where a picture lies that came with an upload; its name has been checked. */
  pictureFile(id: string, name: string): string {
    return join(stageDir(this.#settings.dataDir, id), 'uploads', name)
  }

  /** Called by the publisher. */
  notePublishing(done: number, total: number): void {
    const text = `Publishing: ${done} of ${total} pages`
    this.#publishing = { text, ratio: total === 0 ? 1 : done / total }
  }

  /** Takes up what a crash or a stop interrupted. */
  recover(): Promise<void> {
    return this.#work.recover()
  }

  close(): Promise<void> {
    return this.#work.close()
  }
}

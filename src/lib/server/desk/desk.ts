import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListKind, PreviewSide, UploadStatus } from '#lib/desk/uploads.ts'
import { undoTexts } from '#lib/texts/page/import/undo.ts'
import type { Result } from '#lib/result.ts'
import { newId } from '#lib/server/accounts/new-id.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import type { FaultyCell } from '#lib/server/import/read/faulty-cells.ts'
import { FIRST_FILL } from '#lib/server/import/apply/history.ts'
import { findSite, siteIdOf } from '#lib/server/publish/site/site.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { recordDeskAction } from './actions.ts'
import { publish, recheck, type Recheck } from './begin-work.ts'
import type { DeskParts } from './desk-parts.ts'
import type { FormPictures } from './form-pictures.ts'
import { listenTo } from './listen.ts'
import type { Answers } from './read-answers.ts'
import { receive, receiveForm, receiveParts } from './receive.ts'
import type { Editor, Outcomes, Progress, ReadOptions, TaskSettings, Undoing } from './task.ts'
import { orRefused } from './task-faults.ts'
import { type ComeBackForm, keepForm, readTypedForm, type TypedForm } from './typed-form.ts'
import { deskDir, readChanges, removeFiles, stageDir } from './upload-files.ts'
import { type Limits, type ErrorLog, sourceOf, UploadWork } from './upload-work.ts'
import { findUpload, FREE, moveOwn, type Upload } from './uploads.ts'

/** The editors' desk of a running server: everything that pages and API calls under /desk do with lists. */
export class Desk {
  #parts: DeskParts
  #publishing: Progress | undefined

  constructor(db: Db, settings: TaskSettings, log: ErrorLog, limits: Limits = {}) {
    this.#parts = { db, settings, work: new UploadWork(db, settings, log, limits) }
  }

  /**
   * Takes over an uploaded file and starts to check it.
   * @param knownBase the last import when the file was written; without it, the shop's last one
   * @returns the upload's id
   */
  receive(
    editor: Editor,
    file: Omit<ReceivedFile, 'field'>,
    how: ReadOptions,
    knownBase?: number,
  ): Promise<string> {
    return receive(this.#parts, editor, file, how, knownBase)
  }

  /**
   * Takes a list that a form wrote, and starts to check it.
   * @param base the last import when the form was shown
   * @returns the upload's id
   */
  receiveForm(editor: Editor, name: string, csv: string, base?: number): Promise<string> {
    return receiveForm(this.#parts, editor, name, csv, base)
  }

  /** Like `receiveForm`, with a folder of files that contains only what the form changes. */
  receiveParts(
    editor: Editor,
    name: string,
    files: Record<string, string>,
    base?: number,
    pictures?: FormPictures,
  ): Promise<string> {
    return receiveParts(this.#parts, editor, name, files, base, pictures)
  }

  /** Keeps what was typed into the form of a list, so that its page can show it again. */
  keepForm(id: string, form: TypedForm): Promise<void> {
    return keepForm(this.#parts.settings.dataDir, id, form)
  }

  /** The form of one of the editor's lists, with what has to be corrected in it; undefined if there is none. */
  async formOf(
    editor: Pick<Editor, 'id'>,
    id: string,
  ): Promise<(ComeBackForm & { faults: FaultyCell[] }) | undefined> {
    const upload = await this.find(editor, id)
    const form = upload && (await readTypedForm(this.#parts.settings.dataDir, id))
    const { found } = upload ?? {}
    return form && { ...form, faults: found && 'report' in found ? found.report.faults : [] }
  }

  /** Starts the worker ahead of time: an editor has opened a page from which a list may be saved. */
  warm(): void {
    this.#parts.work.runner.warm()
  }

  /** Waits until no work on an upload is running, at most `atMostMs`: mostly the answer is there at once. */
  waitFor(id: string, atMostMs: number): Promise<void> {
    return this.#parts.work.waitFor(id, atMostMs)
  }

  /**
   * Checks a list again, read in another way or after the shop has changed. What others changed since it was
   * uploaded still stays theirs, unless the editor wants the list `asIs`.
   * @returns false if the upload is not the editor's or is being worked on
   */
  recheck(editor: Editor, id: string, asked: Recheck): Promise<boolean> {
    return recheck(this.#parts, editor, id, asked)
  }

  /** Starts to publish a checked list, or says why not. Of two clicks only one has an effect. */
  publish(editor: Editor, id: string, said: Answers): Promise<Result<void>> {
    return publish(this.#parts, editor, id, said)
  }

  /**
   * Discards a list, even while it is being checked.
   * @returns false if it is not the editor's or is being published
   */
  async discard(editor: Editor, id: string): Promise<boolean> {
    const upload = await findUpload(this.#parts.db, editor.id, id)
    const to = { state: 'discarded', report: null } as const
    const change = { kind: 'discard' as const, from: [...FREE, 'checking' as const], to }
    if (!upload || !(await moveOwn(this.#parts.db, editor, upload, change))) return false
    await removeFiles(this.#parts.settings.dataDir, id)
    return true
  }

  /** The header and the first rows of a list. */
  head(upload: Upload): Promise<Outcomes['head']> {
    return orRefused(
      this.#parts.work.runner.run<'head'>({ kind: 'head', source: sourceOf(upload) }),
    )
  }

  /** All changes of a long list; undefined if they were not kept apart from its report. */
  changesOf(id: string): Promise<FieldChange[] | undefined> {
    return readChanges(this.#parts.settings.dataDir, id)
  }

  /**
   * Renders a page as the list would make it. With a `side` the page is for a frame; of the two frames only one is
   * recorded as a preview.
   */
  async preview(
    editor: Editor,
    upload: Upload,
    { path, side }: { path: string; side?: PreviewSide },
  ): Promise<Outcomes['preview']> {
    const action = { kind: 'preview', what: `${upload.name}: ${path}` } as const
    if (side !== 'now')
      await retryWhileLocked(() => recordDeskAction(this.#parts.db, editor, action))
    const task = { kind: 'preview', source: sourceOf(upload), path, side } as const
    return orRefused(this.#parts.work.runner.run<'preview'>(task))
  }

  /**
   * Takes an import back, or a part of it, or only looks. The first fill of a new shop can only be taken back on
   * the command line.
   */
  async undo(editor: Editor, number: number, how: Undoing = {}): Promise<Outcomes['undo']> {
    const found = await this.#parts.db
      .selectFrom('catalogue_import')
      .select('editor')
      .where('id', '=', number)
      .executeTakeFirst()
    if (found?.editor === FIRST_FILL) return { refusal: undoTexts.onlyByCommand(number, SHOP_CALL) }
    return orRefused(this.#parts.work.runner.run<'undo'>({ kind: 'undo', editor, number, ...how }))
  }

  /**
   * Exports the products into a new file.
   * @returns its path
   */
  async export(editor: Editor, kind: ListKind): Promise<string> {
    const dir = deskDir(this.#parts.settings.dataDir)
    await mkdir(dir, { recursive: true })
    const file = join(dir, `${newId()}.${kind}`)
    await this.#parts.work.runner.run<'export'>({ kind: 'export', file })
    const action = { kind: 'export', what: `products.${kind}` } as const
    await retryWhileLocked(() => recordDeskAction(this.#parts.db, editor, action))
    return file
  }

  find(editor: Pick<Editor, 'id'>, id: string): Promise<Upload | undefined> {
    return findUpload(this.#parts.db, editor.id, id)
  }

  /** The progress of an upload, until all its pages are live. */
  async statusOf(editor: Pick<Editor, 'id'>, id: string): Promise<UploadStatus | undefined> {
    const upload = await this.find(editor, id)
    if (!upload) return undefined
    const { state, version } = upload
    const progress = this.#parts.work.progressOf(id)
    if (state !== 'published' || version === null) return { state, isLive: false, ...progress }
    const site = await findSite(this.#parts.db, siteIdOf(this.#parts.settings))
    if (site.version >= version) return { state, isLive: true, text: '', ratio: 1 }
    return { state, isLive: false, text: '', ratio: 0, ...this.#publishing }
  }

  /**
   * Calls `tell` with the status of an upload at once and at each change; null if there is no such upload.
   * @returns a function that stops it
   */
  listen(
    editor: Pick<Editor, 'id'>,
    id: string,
    tell: (status: UploadStatus | null) => void,
  ): () => void {
    return listenTo(async () => (await this.statusOf(editor, id)) ?? null, tell)
  }

  /** The path of a picture that came with an upload; the caller has checked the name. */
  pictureFile(id: string, name: string): string {
    return join(stageDir(this.#parts.settings.dataDir, id), 'uploads', name)
  }

  /** Notes the publisher's progress, for the status of uploads; the publisher calls it. */
  notePublishing(done: number, total: number): void {
    const text = `Publishing: ${done} of ${total} pages`
    this.#publishing = { text, ratio: total === 0 ? 1 : done / total }
  }

  /** Resumes what a crash or a stop interrupted. */
  recover(): Promise<void> {
    return this.#parts.work.recover()
  }

  close(): Promise<void> {
    return this.#parts.work.close()
  }
}

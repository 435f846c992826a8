import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { ListKind, Side, UploadStatus } from '#lib/desk/uploads.ts'
import { undoTexts } from '#lib/texts/page/undo.ts'
import type { Result } from '#lib/result.ts'
import { newId } from '#lib/server/accounts/new-id.ts'
import { whenFree } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
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
import type { Editor, Outcomes, Progress, Reading, TaskSettings, Undoing } from './task.ts'
import { orRefused } from './task-faults.ts'
import { keepForm, readForm, type TypedForm } from './typed-form.ts'
import { deskDir, readChanges, removeFiles, stageDir } from './upload-files.ts'
import { type Limits, type Log, sourceOf, UploadWork } from './upload-work.ts'
import { findUpload, FREE, moveOwn, type Upload } from './uploads.ts'

/** The editors' desk of a running server: what pages and calls under /desk do with lists. */
export class Desk {
  #parts: DeskParts
  #publishing: Progress | undefined

  constructor(db: Kysely<Database>, settings: TaskSettings, log: Log, limits: Limits = {}) {
    this.#parts = { db, settings, work: new UploadWork(db, settings, log, limits) }
  }

  /** Takes over a file written after the import `knownBase`, and begins to check it. @returns the upload's id */
  receive(
    editor: Editor,
    file: Omit<ReceivedFile, 'field'>,
    how: Reading,
    knownBase?: number,
  ): Promise<string> {
    return receive(this.#parts, editor, file, how, knownBase)
  }

  /** Takes the list that a form wrote, which showed the shop after the import `base`. @returns the upload's id */
  receiveForm(editor: Editor, name: string, csv: string, base?: number): Promise<string> {
    return receiveForm(this.#parts, editor, name, csv, base)
  }

  /** The same with the files of a folder, which has just what the form changes. */
  receiveParts(
    editor: Editor,
    name: string,
    files: Record<string, string>,
    base?: number,
    pictures?: FormPictures,
  ): Promise<string> {
    return receiveParts(this.#parts, editor, name, files, base, pictures)
  }

  /** Keeps what was typed into the form of a list, for its page to show it again. */
  keepForm(id: string, form: TypedForm): Promise<void> {
    return keepForm(this.#parts.settings.dataDir, id, form)
  }

  /** The form of a list of one's own, with what has to be corrected in it. */
  async formOf(
    editor: Pick<Editor, 'id'>,
    id: string,
  ): Promise<(TypedForm & { faults: FaultyCell[] }) | undefined> {
    const upload = await this.find(editor, id)
    const form = upload && (await readForm(this.#parts.settings.dataDir, id))
    const { found } = upload ?? {}
    return form && { ...form, faults: found && 'report' in found ? found.report.faults : [] }
  }

  /** Somebody is where lists and forms are, and may save one. */
  warm(): void {
    this.#parts.work.runner.warm()
  }

  /** Waits until nothing works on an upload, or for so long: mostly the answer is there at once. */
  waitFor(id: string, atMostMs: number): Promise<void> {
    return this.#parts.work.waitFor(id, atMostMs)
  }

  /**
   * Looks a list through again, in another way or after the shop has changed. What others changed since
   * it was brought stays theirs, but where the editor wants the list `asIs`.
   */
  recheck(editor: Editor, id: string, asked: Recheck): Promise<boolean> {
    return recheck(this.#parts, editor, id, asked)
  }

  /** Begins to publish a list that was checked, or says why not; of two clicks one counts. */
  publish(editor: Editor, id: string, said: Answers): Promise<Result<void>> {
    return publish(this.#parts, editor, id, said)
  }

  /** Puts a list away, also one that is being checked. */
  async discard(editor: Editor, id: string): Promise<boolean> {
    const upload = await findUpload(this.#parts.db, editor.id, id)
    const to = { state: 'discarded', report: null } as const
    const change = { kind: 'discard' as const, from: [...FREE, 'checking' as const], to }
    if (!upload || !(await moveOwn(this.#parts.db, editor, upload, change))) return false
    await removeFiles(this.#parts.settings.dataDir, id)
    return true
  }

  /** The header of a list and its first rows. */
  head(upload: Upload): Promise<Outcomes['head']> {
    return orRefused(
      this.#parts.work.runner.run<'head'>({ kind: 'head', source: sourceOf(upload) }),
    )
  }

  /** All that a long list would change. */
  changesOf(id: string): Promise<FieldChange[] | undefined> {
    return readChanges(this.#parts.settings.dataDir, id)
  }

  /** A page as it would be; with a `side`, for a frame, of which one counts as looking at it. */
  async preview(
    editor: Editor,
    upload: Upload,
    { path, side }: { path: string; side?: Side },
  ): Promise<Outcomes['preview']> {
    const action = { kind: 'preview', what: `${upload.name}: ${path}` } as const
    if (side !== 'now') await whenFree(() => recordDeskAction(this.#parts.db, editor, action))
    const task = { kind: 'preview', source: sourceOf(upload), path, side } as const
    return orRefused(this.#parts.work.runner.run<'preview'>(task))
  }

  /** What filled the shop when it was new is taken back on the command line alone. */
  async undo(editor: Editor, number: number, how: Undoing = {}): Promise<Outcomes['undo']> {
    const found = await this.#parts.db
      .selectFrom('catalogue_import')
      .select('editor')
      .where('id', '=', number)
      .executeTakeFirst()
    if (found?.editor === FIRST_FILL) return { refusal: undoTexts.onlyByCommand(number, SHOP_CALL) }
    return orRefused(this.#parts.work.runner.run<'undo'>({ kind: 'undo', editor, number, ...how }))
  }

  /** Writes the products into a file of its own. @returns its path */
  async export(editor: Editor, kind: ListKind): Promise<string> {
    const dir = deskDir(this.#parts.settings.dataDir)
    await mkdir(dir, { recursive: true })
    const file = join(dir, `${newId()}.${kind}`)
    await this.#parts.work.runner.run<'export'>({ kind: 'export', file })
    const action = { kind: 'export', what: `products.${kind}` } as const
    await whenFree(() => recordDeskAction(this.#parts.db, editor, action))
    return file
  }

  find(editor: Pick<Editor, 'id'>, id: string): Promise<Upload | undefined> {
    return findUpload(this.#parts.db, editor.id, id)
  }

  /** How far an upload is, up to the moment when all its pages are live. */
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
    return join(stageDir(this.#parts.settings.dataDir, id), 'uploads', name)
  }

  /** Called by the publisher. */
  notePublishing(done: number, total: number): void {
    const text = `Publishing: ${done} of ${total} pages`
    this.#publishing = { text, ratio: total === 0 ? 1 : done / total }
  }

  /** Takes up what a crash or a stop interrupted. */
  recover(): Promise<void> {
    return this.#parts.work.recover()
  }

  close(): Promise<void> {
    return this.#parts.work.close()
  }
}

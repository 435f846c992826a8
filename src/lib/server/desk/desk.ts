import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { UploadStatus } from '#lib/desk.ts'
import { alarmTexts } from '#lib/texts/page/alarms.ts'
import { deskMessages as messages } from '#lib/texts/browser/desk.ts'
import type { Result } from '#lib/result.ts'
import { newId } from '#lib/server/accounts/new-id.ts'
import { whenFree } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import type { UploadState } from '#lib/server/database/schema-desk.ts'
import type { ReceivedFile } from '#lib/server/http/body.ts'
import { FIRST_FILL } from '#lib/server/import/apply/history.ts'
import { findSite, siteIdOf } from '#lib/server/publish/site.ts'
import { noteAction } from './actions.ts'
import { type Begun, type Found, graveAlarm } from './report.ts'
import type {
  Editor,
  Outcomes,
  Progress,
  Publishing,
  Reading,
  Source,
  TaskSettings,
} from './task.ts'
import { orRefused, wordFault } from './task-faults.ts'
import { TaskRunner } from './task-runner.ts'
import {
  cleanName,
  deskDir,
  formName,
  hasFiles,
  keepFile,
  removeFiles,
  removeOldFiles,
  stageDir,
  writeInbox,
} from './upload-files.ts'
import { UploadLease } from './upload-lease.ts'
import {
  addUpload,
  findUpload,
  interruptedUploads,
  moveOwn,
  moveUpload,
  type Upload,
} from './uploads.ts'

type Limits = { leaseMs?: number; silentMs?: number; idleMs?: number }

/** States in which nothing works on an upload. */
const FREE: UploadState[] = ['checked', 'failed']

type Log = { error: (about: object, text: string) => void }

/** The editors' desk of a running server: what pages and calls under /desk do with lists. */
export class Desk {
  #db: Kysely<Database>
  #settings: TaskSettings
  #log: Log
  #runner: TaskRunner
  #progress = new Map<string, Progress>()
  #running = new Map<string, Promise<void>>()
  #publishing: Progress | undefined
  #isClosed = false
  #lease: UploadLease

  constructor(
    db: Kysely<Database>,
    settings: TaskSettings,
    log: Log,
    { leaseMs, ...limits }: Limits = {},
  ) {
    this.#db = db
    this.#settings = settings
    this.#log = log
    this.#runner = new TaskRunner(settings, limits)
    this.#lease = new UploadLease(db, () => void this.#keepUp(), leaseMs)
  }

  /** Takes a file over and begins to look it through. @returns the upload's id */
  async receive(editor: Editor, file: ReceivedFile, how: Reading): Promise<string> {
    const { dataDir } = this.#settings
    await removeOldFiles(dataDir)
    const name = cleanName(file.name)
    const id = newId()
    // A crash between the two leaves files that nobody knows, never an upload without its files.
    await keepFile(dataDir, id, file.path)
    await addUpload(this.#db, editor, { id, name, bytes: file.bytes, ...how }, this.#lease.begin())
    this.#check({ id, name, ...how })
    return id
  }

  /** Takes the list that a form wrote. @returns the upload's id */
  async receiveForm(editor: Editor, name: string, csv: string): Promise<string> {
    const path = await writeInbox(this.#settings.dataDir, csv)
    const file = { path, name: formName(name), bytes: Buffer.byteLength(csv) }
    return this.receive(editor, file, { format: 'form', withdraws: false })
  }

  /** Waits until nothing works on an upload, or for so long: mostly the answer is there at once. */
  async settle(id: string, atMostMs: number): Promise<void> {
    const stop = new AbortController()
    const late = wait(atMostMs, undefined, { signal: stop.signal }).catch(() => {})
    await Promise.race([this.#running.get(id), late])
    stop.abort()
  }

  /** Looks a list through again, in another way or after the shop has changed. */
  async recheck(editor: Editor, id: string, asked: Reading): Promise<boolean> {
    const upload = await findUpload(this.#db, editor.id, id)
    // What a form wrote is read in one way only.
    const how: Reading = upload?.format === 'form' ? upload : asked
    const { format, withdraws } = how
    const again = { state: 'checking', report: null, ...this.#lease.begin() } as const
    const to = { ...again, format, withdraws: Number(withdraws) }
    const change = { kind: 'check' as const, from: FREE, to }
    if (!upload || !(await moveOwn(this.#db, editor, upload, change))) return false
    this.#check({ id, name: upload.name, format, withdraws })
    return true
  }

  /** Begins to publish a list that was checked, or says why not; of two clicks one counts. */
  async publish(
    editor: Editor,
    id: string,
    { confirmed, ...how }: Publishing & { confirmed: string },
  ): Promise<Result<void>> {
    const upload = await findUpload(this.#db, editor.id, id)
    const { found } = upload ?? {}
    const twice = { ok: false, error: messages.publishTwice } as const
    if (upload?.state !== 'checked' || !found || !('report' in found)) return twice
    const grave = graveAlarm(found.report)
    if (grave && confirmed.replaceAll(',', '') !== String(grave.count)) {
      return { ok: false, error: alarmTexts.confirmFirst(grave.count) }
    }
    const to = { state: 'publishing', ...this.#lease.begin() } as const
    if (!(await moveUpload(this.#db, { userId: editor.id, id }, ['checked'], to))) return twice
    const { lastImport } = found.report
    const onFault = { state: 'checked', found: { ...found, hasFailed: true } } as const
    this.#work(id, onFault, async (onProgress) => {
      const source = sourceOf(upload)
      const owner = this.#lease.owner
      const task = { kind: 'publish', source, editor, owner, ...how, lastImport } as const
      const outcome = await this.#runner.run<'publish'>(task, onProgress)
      if ('refusal' in outcome) await this.#keepFound(id, outcome, 'failed')
      else if ('cameSince' in outcome) {
        await this.#keepFound(id, { report: found.report, ...outcome }, 'checked')
      } else await removeFiles(this.#settings.dataDir, id)
    })
    return { ok: true, value: undefined }
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

  /** A page as it would be. */
  async preview(editor: Editor, upload: Upload, path: string): Promise<Outcomes['preview']> {
    const action = { kind: 'preview', what: `${upload.name}: ${path}` } as const
    await whenFree(() => noteAction(this.#db, editor, action))
    const task = { kind: 'preview', source: sourceOf(upload), path } as const
    return orRefused(this.#runner.run<'preview'>(task))
  }

  /** What filled the shop when it was new is taken back on the command line alone. */
  async undo(editor: Editor, number: number): Promise<Outcomes['undo']> {
    const found = await this.#db
      .selectFrom('catalogue_import')
      .select('editor')
      .where('id', '=', number)
      .executeTakeFirst()
    if (found?.editor === FIRST_FILL) return { refusal: messages.undoFirst(number) }
    return orRefused(this.#runner.run<'undo'>({ kind: 'undo', editor, number }))
  }

  /** Writes the products into a file of its own. @returns its path */
  async export(editor: Editor): Promise<string> {
    const dir = deskDir(this.#settings.dataDir)
    await mkdir(dir, { recursive: true })
    const file = join(dir, `${newId()}.csv`)
    await this.#runner.run<'export'>({ kind: 'export', file })
    const action = { kind: 'export', what: 'products.csv' } as const
    await whenFree(() => noteAction(this.#db, editor, action))
    return file
  }

  find(editor: Editor, id: string): Promise<Upload | undefined> {
    return findUpload(this.#db, editor.id, id)
  }

  /** How far an upload is, up to the moment when all its pages are live. */
  async statusOf(editor: Editor, id: string): Promise<UploadStatus | undefined> {
    const upload = await this.find(editor, id)
    if (!upload) return undefined
    const { state, version } = upload
    const { text, ratio } = this.#progress.get(id) ?? { text: '', ratio: 0 }
    if (state !== 'published' || version === null) return { state, isLive: false, text, ratio }
    const site = await findSite(this.#db, siteIdOf(this.#settings))
    if (site.version >= version) return { state, isLive: true, text: '', ratio: 1 }
    return { state, isLive: false, text: '', ratio: 0, ...this.#publishing }
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

  /** Takes up what a crash or a stop interrupted. An import is whole or was never begun. */
  async recover(): Promise<void> {
    for (const { upload, lease } of await interruptedUploads(this.#db, Date.now())) {
      const { id, state } = upload
      if (this.#progress.has(id)) continue
      // Another server on the same database may have a folder of its own.
      if (!(await hasFiles(this.#settings.dataDir, id))) continue
      if (!(await this.#lease.takeOver(id, lease))) continue
      if (state === 'checking') await this.#checkAgain(upload)
      else await this.#giveBack(upload)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#lease.stop()
    const stopped = [...this.#progress.keys()]
    await this.#runner.close()
    // A stop is no crash: whoever starts next goes on at once.
    const to = { state: 'checking', report: null, lease_until: 0 } as const
    const owner = this.#lease.owner
    const note = (id: string) => moveUpload(this.#db, { id, owner }, ['checking'], to)
    await Promise.all(stopped.map(note)).catch((err: unknown) =>
      this.#log.error({ err }, 'What was stopped could not be noted'),
    )
  }

  /** Says that what is at work here is; and goes on with what another server has left. */
  async #keepUp(): Promise<void> {
    try {
      if (this.#progress.size > 0) await this.#lease.renew()
      if (!this.#isClosed) await this.recover()
    } catch (err) {
      this.#log.error({ err }, 'The desk could not say that it is at work')
    }
  }

  /** A list that ended the process twice is not given a third one. */
  async #checkAgain(upload: Upload): Promise<void> {
    const { id, found } = upload
    if (found && 'again' in found) {
      return this.#keepFound(id, { refusal: messages.uploadInterrupted }, 'failed')
    }
    const report = JSON.stringify({ again: 1 } satisfies Begun)
    await moveUpload(this.#db, { id }, ['checking'], { state: 'checking', report })
    this.#check(sourceOf(upload))
  }

  /** Of a publish that was cut off nothing is in the shop. */
  async #giveBack({ id, found }: Upload): Promise<void> {
    if (!found || !('report' in found)) return
    await this.#keepFound(id, { ...found, hasFailed: true }, 'checked')
  }

  #check(source: Source): void {
    const { id } = source
    this.#work(id, { state: 'failed' }, async (onProgress) => {
      const found = await this.#runner.run<'check'>({ kind: 'check', source }, onProgress)
      await this.#keepFound(id, found, 'report' in found ? 'checked' : 'failed')
    })
  }

  async #keepFound(id: string, found: Outcomes['check'], state: 'checked' | 'failed') {
    const report = JSON.stringify(found)
    const key = { id, owner: this.#lease.owner }
    await moveUpload(this.#db, key, ['checking', 'publishing'], { state, report })
  }

  /** Works on an upload while the call is answered; after a fault it can be tried again. */
  #work(
    id: string,
    onFault: { state: 'checked' | 'failed'; found?: Found },
    work: (onProgress: (progress: Progress) => void) => Promise<void>,
  ): void {
    this.#progress.set(id, { text: '', ratio: 0 })
    const running = work((progress) => this.#progress.set(id, progress))
      .catch(async (err: unknown) => {
        // What a stop interrupts is taken up by the next start.
        if (this.#isClosed) return
        this.#log.error({ err, upload: id }, 'Work at the desk failed')
        await this.#keepFound(id, onFault.found ?? { refusal: wordFault(err) }, onFault.state)
      })
      .catch((err: unknown) => this.#log.error({ err, upload: id }, 'An upload could not be noted'))
      .finally(() => {
        this.#progress.delete(id)
        this.#running.delete(id)
      })
    this.#running.set(id, running)
  }
}

const sourceOf = ({ id, name, format, withdraws }: Upload): Source => ({
  ...{ id, name, format, withdraws },
})

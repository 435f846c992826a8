import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import type { Begun, DeskReport, CheckResult } from './report.ts'
import type { Editor, Outcomes, Progress, Publishing, UploadSource, TaskSettings } from './task.ts'
import { wordFault } from './task-faults.ts'
import { TaskRunner } from './task-runner.ts'
import { hasFiles, removeFiles } from './upload-files.ts'
import { UploadLease } from './upload-lease.ts'
import { busyUploads, moveUpload, type Upload } from './uploads.ts'

export type Limits = { leaseMs?: number; silentMs?: number; idleMs?: number }
export type ErrorLog = { error: (about: object, text: string) => void }

/** The files of an upload, and how they are to be read. */
export const sourceOf = ({
  id,
  name,
  format,
  withdraws,
  base,
  isAsIs,
  map,
}: UploadSource): UploadSource => ({
  ...{ id, name, format, withdraws, base, isAsIs, map },
})

/** What is done to lists while their editors wait: checks and publishing, taken up again after a crash. */
export class UploadWork {
  readonly runner: TaskRunner
  readonly lease: UploadLease
  #db: Kysely<Database>
  #settings: TaskSettings
  #log: ErrorLog
  #progress = new Map<string, Progress>()
  #running = new Map<string, Promise<void>>()
  #isClosed = false

  constructor(
    db: Kysely<Database>,
    settings: TaskSettings,
    log: ErrorLog,
    { leaseMs, ...limits }: Limits,
  ) {
    this.#db = db
    this.#settings = settings
    this.#log = log
    this.runner = new TaskRunner(settings, limits)
    this.lease = new UploadLease(db, () => void this.#keepUp(), leaseMs)
  }

  progressOf(id: string): Progress {
    return this.#progress.get(id) ?? { text: '', ratio: 0 }
  }

  /** Waits until nothing works on an upload, or for so long: mostly the answer is there at once. */
  async waitFor(id: string, atMostMs: number): Promise<void> {
    const stop = new AbortController()
    const late = wait(atMostMs, undefined, { signal: stop.signal }).catch(() => {})
    await Promise.race([this.#running.get(id), late])
    stop.abort()
  }

  /** Looks a list through, perhaps once its broken letters are put right. */
  check(source: UploadSource, repairsLetters = false): void {
    this.#work(source.id, { state: 'failed' }, (onProgress) =>
      this.#look(source, onProgress, {}, repairsLetters),
    )
  }

  /** Puts a list into the shop; where somebody changed one of its fields meanwhile, it is looked through anew. */
  publish(editor: Editor, source: UploadSource, report: DeskReport, how: Publishing): void {
    const { id } = source
    const onFault = { state: 'checked', found: { report, hasFailed: true } } as const
    this.#work(id, onFault, async (onProgress) => {
      const { owner } = this.lease
      const task = { kind: 'publish', source, editor, owner, ...how } as const
      const outcome = await this.runner.run<'publish'>(task, onProgress)
      if ('refusal' in outcome) await this.#keepFound(id, outcome, 'failed')
      else if ('cameSince' in outcome) await this.#look(source, onProgress, outcome)
      else await removeFiles(this.#settings.dataDir, id)
    })
  }

  async #look(
    source: UploadSource,
    onProgress: (progress: Progress) => void,
    since: { cameSince?: number } = {},
    repairsLetters = false,
  ): Promise<void> {
    const task = { kind: 'check', source, repairsLetters } as const
    const found = await this.runner.run<'check'>(task, onProgress)
    if ('report' in found) await this.#keepFound(source.id, { ...found, ...since }, 'checked')
    else await this.#keepFound(source.id, found, 'failed')
  }

  /** Takes up what a crash or a stop interrupted. An import is whole or was never begun. */
  async recover(): Promise<void> {
    for (const { upload, lease } of this.lease.left(await busyUploads(this.#db))) {
      const { id, state } = upload
      if (this.#progress.has(id)) continue
      // Another server on the same database may have a folder of its own.
      if (!(await hasFiles(this.#settings.dataDir, id))) continue
      if (!(await this.lease.takeOver(id, lease))) continue
      if (state === 'checking') await this.#checkAgain(upload)
      else await this.#giveBack(upload)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.lease.stop()
    const stopped = [...this.#progress.keys()]
    await this.runner.close()
    // A stop is no crash: whoever starts next goes on at once.
    const to = { state: 'checking', report: null, lease_until: 0 } as const
    const { owner } = this.lease
    const note = (id: string) => moveUpload(this.#db, { id, owner }, ['checking'], to)
    await Promise.all(stopped.map(note)).catch((err: unknown) =>
      this.#log.error({ err }, 'What was stopped could not be noted'),
    )
  }

  /** Says that what is at work here is; and goes on with what another server has left. */
  async #keepUp(): Promise<void> {
    try {
      if (this.#progress.size > 0) await this.lease.renew()
      if (!this.#isClosed) await this.recover()
    } catch (err) {
      this.#log.error({ err }, 'The desk could not say that it is at work')
    }
  }

  /** A list that ended the process twice is not given a third one. */
  async #checkAgain(upload: Upload): Promise<void> {
    const { id, found } = upload
    if (found && 'again' in found) {
      return this.#keepFound(id, { refusal: deskListTexts.uploadInterrupted }, 'failed')
    }
    const report = JSON.stringify({ again: 1 } satisfies Begun)
    await moveUpload(this.#db, { id }, ['checking'], { state: 'checking', report })
    this.check(sourceOf(upload))
  }

  /** Of a publish that was cut off nothing is in the shop. */
  async #giveBack({ id, found }: Upload): Promise<void> {
    if (!found || !('report' in found)) return
    await this.#keepFound(id, { ...found, hasFailed: true }, 'checked')
  }

  async #keepFound(id: string, found: Outcomes['check'], state: 'checked' | 'failed') {
    const report = JSON.stringify(found)
    const key = { id, owner: this.lease.owner }
    await moveUpload(this.#db, key, ['checking', 'publishing'], { state, report })
  }

  /** Works on an upload while the call is answered; after a fault it can be tried again. */
  #work(
    id: string,
    onFault: { state: 'checked' | 'failed'; found?: CheckResult },
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

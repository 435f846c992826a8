import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#lib/server/database/schema.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import type { Begun, DeskReport, CheckResult } from './report.ts'
import type { Editor, Outcomes, Progress, Publishing, UploadSource, TaskSettings } from './task.ts'
import { wordFault } from './task-faults.ts'
import { TaskRunner } from './task-runner.ts'
import { hasFiles, removeFiles } from './upload-files.ts'
import { UploadLease } from './upload-lease.ts'
import { busyUploads, moveUpload, type Upload } from './uploads.ts'

/** What works on tasks. */
export type Tasks = Pick<TaskRunner, 'run' | 'warm' | 'close'>
/** Without a runner of tasks, a thread works on them. */
export type Limits = { leaseMs?: number; silentMs?: number; idleMs?: number; runner?: Tasks }
export type ErrorLog = { error: (about: object, text: string) => void }

/** The parts of an upload that tell how to read it. */
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

/** Checks and publishes lists while their editors wait, and resumes this work after a crash. */
export class UploadWork {
  readonly runner: Tasks
  readonly lease: UploadLease
  #db: Db
  #settings: TaskSettings
  #log: ErrorLog
  #progress = new Map<string, Progress>()
  #running = new Map<string, Promise<void>>()
  #isClosed = false

  constructor(db: Db, settings: TaskSettings, log: ErrorLog, { leaseMs, ...limits }: Limits) {
    this.#db = db
    this.#settings = settings
    this.#log = log
    this.runner = limits.runner ?? new TaskRunner(settings, limits)
    this.lease = new UploadLease(db, () => void this.#keepUp(), leaseMs)
  }

  progressOf(id: string): Progress {
    return this.#progress.get(id) ?? { text: '', ratio: 0 }
  }

  /** Waits until no work on an upload is running, at most `atMostMs`: mostly the answer is there at once. */
  async waitFor(id: string, atMostMs: number): Promise<void> {
    const stop = new AbortController()
    const late = wait(atMostMs, undefined, { signal: stop.signal }).catch(() => {})
    await Promise.race([this.#running.get(id), late])
    stop.abort()
  }

  /** Checks a list, if wanted after repairing its broken letters. */
  check(source: UploadSource, repairsLetters = false): void {
    this.#work(source.id, { state: 'failed' }, (onProgress) =>
      this.#look(source, onProgress, {}, repairsLetters),
    )
  }

  /** Publishes a list. If somebody changed one of its fields since the check, it is checked again instead. */
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

  /** Resumes what a crash or a stop interrupted. Imports are atomic, so none is half done. */
  async recover(): Promise<void> {
    for (const { upload, lease } of this.lease.left(await busyUploads(this.#db))) {
      const { id, state } = upload
      if (this.#progress.has(id)) continue
      // Another server on the same database may have a data folder of its own.
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
    // After an orderly stop, the next server to start can go on at once, without waiting for the lease to end.
    const to = { state: 'checking', report: null, lease_until: 0 } as const
    const { owner } = this.lease
    const note = (id: string) => moveUpload(this.#db, { id, owner }, ['checking'], to)
    await Promise.all(stopped.map(note)).catch((err: unknown) =>
      this.#log.error({ err }, 'What was stopped could not be noted'),
    )
  }

  /** Renews the leases of running work, and resumes what other servers have abandoned. */
  async #keepUp(): Promise<void> {
    try {
      if (this.#progress.size > 0) await this.lease.renew()
      if (!this.#isClosed) await this.recover()
    } catch (err) {
      this.#log.error({ err }, 'The desk could not say that it is at work')
    }
  }

  /** A list that ended the process twice is not tried a third time. */
  async #checkAgain(upload: Upload): Promise<void> {
    const { id, found } = upload
    if (found && 'again' in found) {
      return this.#keepFound(id, { refusal: deskListTexts.uploadInterrupted }, 'failed')
    }
    const report = JSON.stringify({ again: 1 } satisfies Begun)
    await moveUpload(this.#db, { id }, ['checking'], { state: 'checking', report })
    this.check(sourceOf(upload))
  }

  /** Nothing of an interrupted publish is in the shop, so the editor can publish again. */
  async #giveBack({ id, found }: Upload): Promise<void> {
    if (!found || !('report' in found)) return
    await this.#keepFound(id, { ...found, hasFailed: true }, 'checked')
  }

  async #keepFound(id: string, found: Outcomes['check'], state: 'checked' | 'failed') {
    const report = JSON.stringify(found)
    const key = { id, owner: this.lease.owner }
    await moveUpload(this.#db, key, ['checking', 'publishing'], { state, report })
  }

  /** Works on an upload after the call has been answered. After a fault, the editor can try again. */
  #work(
    id: string,
    onFault: { state: 'checked' | 'failed'; found?: CheckResult },
    work: (onProgress: (progress: Progress) => void) => Promise<void>,
  ): void {
    this.#progress.set(id, { text: '', ratio: 0 })
    const running = work((progress) => this.#progress.set(id, progress))
      .catch(async (err: unknown) => {
        // What a stop interrupts is resumed at the next start.
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

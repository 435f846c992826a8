import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import type { ImportReport, OnPreviewOpen } from '#lib/server/import/apply/import.ts'
import type { UploadSource } from './task.ts'

/**
 * How long a draft is kept after its last use: long enough to read what would change, and shorter than the worker
 * thread waits for work (task-runner.ts).
 */
const KEPT_MS = 110_000
/** How long to wait for a draft to end; if its connection does not answer, it is left to end by itself. */
const END_MS = 5000

type Look = { key: string; trx: Trx; end: () => Promise<void> }

/**
 * Holds open the draft of the last list that was checked or previewed, so that its pages can be looked at.
 * Applying the list again for each page would take as long as its check.
 */
export class PreviewSession {
  #open: Look | undefined
  #timer: NodeJS.Timeout | undefined
  #endMs: number

  constructor(endMs = END_MS) {
    this.#endMs = endMs
  }

  /** The key of a draft: the list, how it is read, and the version of the shop. */
  static async keyOf(db: Db, source: UploadSource): Promise<string> {
    return JSON.stringify([source, await latestVersion(db)])
  }

  /**
   * Applies a list in a draft and keeps that open, in place of the previous one.
   * @param make runs the import, which waits in `hold` until the draft is no longer needed
   */
  async begin(
    key: string,
    make: (hold: OnPreviewOpen) => Promise<ImportReport | undefined>,
  ): Promise<ImportReport | undefined> {
    await this.end()
    return new Promise((resolve, reject) => {
      const made = make((trx, report) => {
        const { promise, resolve: release } = Promise.withResolvers<void>()
        const end = async () => {
          release()
          await made.catch(() => {})
        }
        this.#open = { key, trx, end }
        this.#keep()
        resolve(report)
        return promise
      })
      made.then(resolve, reject)
    })
  }

  /** The draft in which the list with this key is applied; undefined if it is not open. */
  find(key: string): Trx | undefined {
    if (this.#open?.key !== key) return undefined
    this.#keep()
    return this.#open.trx
  }

  /** Ends the draft, waiting for it only a limited time. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    const open = this.#open
    this.#open = undefined
    if (open) await Promise.race([open.end(), pause(this.#endMs, undefined, { ref: false })])
  }

  #keep(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.end(), KEPT_MS)
  }
}

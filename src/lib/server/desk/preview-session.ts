import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database, Trx } from '#lib/server/database/schema.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import type { ImportReport, OnPreviewOpen } from '#lib/server/import/apply/import.ts'
import type { UploadSource } from './task.ts'

/**
 * Who looks at a list looks at more of its pages within that time, or has it made true again: long enough
 * to read what would change, and shorter than the thread waits for work (task-runner.ts).
 */
const KEPT_MS = 110_000
/** A draft whose connection gives no answer is left to end by itself. */
const END_MS = 5000

type Look = { key: string; trx: Trx; end: () => Promise<void> }

/**
 * The last list that was made true in a draft, held open for its pages to be looked at: to make it true
 * again for each page would take as long as its check.
 */
export class PreviewSession {
  #open: Look | undefined
  #timer: NodeJS.Timeout | undefined
  #endMs: number

  constructor(endMs = END_MS) {
    this.#endMs = endMs
  }

  /** What a look is called: the list, how it is read, and the state of the shop. */
  static async keyOf(db: Kysely<Database>, source: UploadSource): Promise<string> {
    return JSON.stringify([source, await latestVersion(db)])
  }

  /**
   * Makes a list true in a draft and holds it there, in place of the one before.
   * @param make imports it, holding where it is told to
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

  /** The draft in which the list of this name is true; undefined where it is not held. */
  find(key: string): Trx | undefined {
    if (this.#open?.key !== key) return undefined
    this.#keep()
    return this.#open.trx
  }

  /** Lets the draft go, and does not wait for it for ever. */
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

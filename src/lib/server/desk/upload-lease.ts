import { newId } from '#lib/server/accounts/new-id.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { isEnded, processName } from '#lib/server/process-name.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import type { LeaseColumns } from './uploads.ts'

/** A server that has not renewed its lease for this long has lost its lists to others. */
const LEASE_MS = 30_000

/**
 * The lease on lists that this server is working on: of two servers that share a folder, neither takes over the
 * other's work.
 */
export class UploadLease {
  readonly owner = `${processName()} ${newId()}`
  #db: Db
  #lengthMs: number
  #timer: NodeJS.Timeout
  #others = new UnchangedTimer()

  /** @param onTime called three times per lease length, to renew and to look for abandoned work */
  constructor(db: Db, onTime: () => void, lengthMs = LEASE_MS) {
    this.#db = db
    this.#lengthMs = lengthMs
    this.#timer = setInterval(onTime, lengthMs / 3).unref()
  }

  /**
   * Uploads whose server gave them back, has ended, or has stopped renewing. Clocks of other servers are not
   * trusted: only whether the lease changes.
   */
  left<Found extends { upload: { id: string }; lease: LeaseColumns }>(found: Found[]): Found[] {
    this.#others.keep(new Set(found.map(({ upload }) => upload.id)))
    return found.filter(({ upload: { id }, lease: { lease_owner, lease_until } }) => {
      if (lease_until === 0 || lease_owner === null || isEnded(lease_owner)) return true
      return this.#others.hasFor(this.#lengthMs, id, `${lease_owner} ${lease_until}`)
    })
  }

  /** A lease of this server from now. Its time is not compared with a clock; what counts is that it changes. */
  begin(): LeaseColumns {
    return { lease_owner: this.owner, lease_until: Date.now() + this.#lengthMs }
  }

  /** Renews the lease of everything this server works on. */
  async renew(): Promise<void> {
    const renew = this.#db
      .updateTable('desk_upload')
      .set(this.begin())
      .where('lease_owner', '=', this.owner)
      .where('state', 'in', ['checking', 'publishing'])
    await retryWhileLocked(() => renew.execute())
  }

  /**
   * Takes over work whose lease has ended.
   * @returns whether this server got it
   */
  async takeOver(id: string, { lease_owner, lease_until }: LeaseColumns): Promise<boolean> {
    const take = this.#db
      .updateTable('desk_upload')
      .set(this.begin())
      .where('id', '=', id)
      .where('state', 'in', ['checking', 'publishing'])
      .where('lease_until', '=', lease_until)
      .where('lease_owner', lease_owner === null ? 'is' : '=', lease_owner)
    const { numUpdatedRows } = await retryWhileLocked(() => take.executeTakeFirst())
    return numUpdatedRows > 0n
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

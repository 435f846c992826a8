import type { Kysely } from 'kysely'
import { newId } from '#lib/server/accounts/new-id.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { isEnded, processName } from '#lib/server/process-name.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import type { LeaseColumns } from './uploads.ts'

/** A server that says nothing for so long has left its lists to others. */
const LEASE_MS = 30_000

/** What of the lists in a shared folder is this server's: of two neither takes the other's work over. */
export class UploadLease {
  readonly owner = `${processName()} ${newId()}`
  #db: Kysely<Database>
  #lengthMs: number
  #timer: NodeJS.Timeout
  #others = new UnchangedTimer()

  /** @param onTime is called again and again, to look for what others have left */
  constructor(db: Kysely<Database>, onTime: () => void, lengthMs = LEASE_MS) {
    this.#db = db
    this.#lengthMs = lengthMs
    this.#timer = setInterval(onTime, lengthMs / 3).unref()
  }

  /** Those whose server gave them back, has ended, or says nothing any more, whatever its clock says. */
  left<Found extends { upload: { id: string }; lease: LeaseColumns }>(found: Found[]): Found[] {
    this.#others.keep(new Set(found.map(({ upload }) => upload.id)))
    return found.filter(({ upload: { id }, lease: { lease_owner, lease_until } }) => {
      if (lease_until === 0 || lease_owner === null || isEnded(lease_owner)) return true
      return this.#others.hasFor(this.#lengthMs, id, `${lease_owner} ${lease_until}`)
    })
  }

  /** From now on; a time, for those who look at the row: that it changes is what counts. */
  begin(): LeaseColumns {
    return { lease_owner: this.owner, lease_until: Date.now() + this.#lengthMs }
  }

  /** Says that this server is still at work. */
  async renew(): Promise<void> {
    const renew = this.#db
      .updateTable('desk_upload')
      .set(this.begin())
      .where('lease_owner', '=', this.owner)
      .where('state', 'in', ['checking', 'publishing'])
    await retryWhileLocked(() => renew.execute())
  }

  /** Takes work over whose lease has ended. @returns whether it was this server */
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

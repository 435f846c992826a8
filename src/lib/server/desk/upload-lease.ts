import type { Kysely } from 'kysely'
import { newId } from '#lib/server/accounts/new-id.ts'
import { whenFree } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import type { Lease } from './uploads.ts'

/** A server that says nothing for so long has left its lists to others. */
const LEASE_MS = 30_000

/** What of the lists in a shared folder is this server's: of two neither takes the other's work over. */
export class UploadLease {
  readonly owner = newId()
  #db: Kysely<Database>
  #lengthMs: number
  #timer: NodeJS.Timeout

  /** @param onTime is called again and again, to look for what others have left */
  constructor(db: Kysely<Database>, onTime: () => void, lengthMs = LEASE_MS) {
    this.#db = db
    this.#lengthMs = lengthMs
    this.#timer = setInterval(onTime, lengthMs / 3).unref()
  }

  /** From now on. */
  begin(): Lease {
    return { lease_owner: this.owner, lease_until: Date.now() + this.#lengthMs }
  }

  /** Says that this server is still at work. */
  async renew(): Promise<void> {
    const renew = this.#db
      .updateTable('desk_upload')
      .set(this.begin())
      .where('lease_owner', '=', this.owner)
      .where('state', 'in', ['checking', 'publishing'])
    await whenFree(() => renew.execute())
  }

  /** Takes work over whose lease has ended. @returns whether it was this server */
  async takeOver(id: string, { lease_owner, lease_until }: Lease): Promise<boolean> {
    const take = this.#db
      .updateTable('desk_upload')
      .set(this.begin())
      .where('id', '=', id)
      .where('state', 'in', ['checking', 'publishing'])
      .where('lease_until', '=', lease_until)
      .where('lease_owner', lease_owner === null ? 'is' : '=', lease_owner)
    const { numUpdatedRows } = await whenFree(() => take.executeTakeFirst())
    return numUpdatedRows > 0n
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

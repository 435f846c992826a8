import type { Kysely } from 'kysely'
import { whenFree } from '../database/database.ts'
import type { Database } from '../database/schema.ts'

/** Sees to it that one process at a time publishes into a folder, also after a crash. */
export class Lease {
  #db: Kysely<Database>
  #siteId: string
  #owner: string
  #lengthMs: number
  #timer: NodeJS.Timeout | undefined
  #renewing: Promise<unknown> = Promise.resolve()

  constructor(db: Kysely<Database>, siteId: string, owner: string, lengthMs: number) {
    this.#db = db
    this.#siteId = siteId
    this.#owner = owner
    this.#lengthMs = lengthMs
  }

  /** True when the lease is ours now: it was free, or had run out. It is renewed until released. */
  async take(): Promise<boolean> {
    if (!(await this.#claim())) return false
    const renew = () => {
      this.#renewing = this.#claim().catch(() => {})
    }
    this.#timer = setInterval(renew, this.#lengthMs / 3).unref()
    return true
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    // A renewal under way would take the lease again behind our back.
    await this.#renewing
    const release = this.#db
      .updateTable('site')
      .set({ lease_owner: null, lease_until: 0 })
      .where('id', '=', this.#siteId)
      .where('lease_owner', '=', this.#owner)
    await whenFree(() => release.execute())
  }

  async #claim(): Promise<boolean> {
    const now = Date.now()
    const claim = this.#db
      .updateTable('site')
      .set({ lease_owner: this.#owner, lease_until: now + this.#lengthMs })
      .where('id', '=', this.#siteId)
      .where((eb) =>
        eb.or([
          eb('lease_until', '<', now),
          eb('lease_owner', 'is', null),
          eb('lease_owner', '=', this.#owner),
        ]),
      )
    const { numUpdatedRows } = await whenFree(() => claim.executeTakeFirst())
    return numUpdatedRows > 0n
  }
}

import type { Kysely } from 'kysely'
import { whenFree } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { isEnded } from '#lib/server/process-name.ts'

/** Thrown by a publisher that was held up for so long that another one took over. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Sees to it that one process at a time publishes into a folder, also after a crash. */
export class Lease {
  #db: Kysely<Database>
  #siteId: string
  #owner: string
  #lengthMs: number
  #timer: NodeJS.Timeout | undefined
  /** The renewal under way: one at a time, so that none comes after the release. */
  #renewing: Promise<void> | undefined
  /** Until when it is ours for certain. */
  #until = 0

  constructor(db: Kysely<Database>, siteId: string, owner: string, lengthMs: number) {
    this.#db = db
    this.#siteId = siteId
    this.#owner = owner
    this.#lengthMs = lengthMs
  }

  /**
   * True when the lease is ours now: it was free, had run out, or its owner was killed on this machine. It is
   * renewed until released.
   */
  async take(): Promise<boolean> {
    if (!(await this.#claim())) return false
    const renew = () => {
      this.#renewing ??= this.#claim().then(
        () => (this.#renewing = undefined),
        () => (this.#renewing = undefined),
      )
    }
    this.#timer = setInterval(renew, this.#lengthMs / 3).unref()
    return true
  }

  /**
   * Sees to it that it is still ours, also in a process that was stopped for a while.
   * @throws {LeaseLost} when its time ran out and another one took it
   */
  async hold(): Promise<void> {
    if (Date.now() < this.#until || (await this.#claim())) return
    throw new LeaseLost('Another process publishes this folder now')
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
    const isOurs = (await this.#claimAt(now)) || (await this.#claimAt(now, await this.#killed()))
    this.#until = isOurs ? now + this.#lengthMs : 0
    return isOurs
  }

  /** Whoever holds it and has ended without giving it back: nobody waits for its time (F38). */
  async #killed(): Promise<string | undefined> {
    const held = this.#db.selectFrom('site').select('lease_owner').where('id', '=', this.#siteId)
    const owner = (await whenFree(() => held.executeTakeFirst()))?.lease_owner ?? ''
    return isEnded(owner) ? owner : undefined
  }

  async #claimAt(now: number, from = this.#owner): Promise<boolean> {
    const claim = this.#db
      .updateTable('site')
      .set({ lease_owner: this.#owner, lease_until: now + this.#lengthMs })
      .where('id', '=', this.#siteId)
      .where((eb) =>
        eb.or([
          eb('lease_until', '<', now),
          eb('lease_owner', 'is', null),
          eb('lease_owner', '=', from),
        ]),
      )
    const { numUpdatedRows } = await whenFree(() => claim.executeTakeFirst())
    return numUpdatedRows > 0n
  }
}

/** The lease of one process, for all that it does to the folder at a time: given back by the last. */
export class SharedLease {
  #lease: Lease
  #users = 0
  #taking: Promise<boolean> | undefined
  #releasing: Promise<void> = Promise.resolve()

  constructor(lease: Lease) {
    this.#lease = lease
  }

  async take(): Promise<boolean> {
    await this.#releasing
    if (this.#users === 0) {
      this.#taking ??= this.#lease.take().finally(() => (this.#taking = undefined))
      if (!(await this.#taking)) return false
    }
    this.#users++
    return true
  }

  /** @throws {LeaseLost} when its time ran out and another one took it */
  async hold(): Promise<void> {
    await this.#lease.hold()
  }

  async release(): Promise<void> {
    this.#users--
    if (this.#users === 0) this.#releasing = this.#lease.release()
    await this.#releasing
  }
}

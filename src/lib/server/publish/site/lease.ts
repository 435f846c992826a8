import type { Kysely } from 'kysely'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { isEnded } from '#lib/server/process-name.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'

type Held = { lease_owner: string; lease_until: number }

/** Thrown by a publisher that was held up for so long that another one took over. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * Sees to it that one process at a time publishes into a folder, also after a crash. Whoever has it changes its
 * row again and again; who waits takes it over when the row has stood still for its length. Each measures
 * by a clock of its own that nobody sets: what the time of day is does not matter (F45).
 */
export class Lease {
  #db: Kysely<Database>
  #siteId: string
  #owner: string
  #lengthMs: number
  #timer: NodeJS.Timeout | undefined
  /** The renewal under way: one at a time, so that none comes after the release. */
  #renewing: Promise<void> | undefined
  /** Until when it is ours for certain. */
  #until = -Infinity
  #others = new UnchangedTimer()
  #written = 0

  constructor(db: Kysely<Database>, siteId: string, owner: string, lengthMs: number) {
    this.#db = db
    this.#siteId = siteId
    this.#owner = owner
    this.#lengthMs = lengthMs
  }

  /**
   * True when the lease is ours now: it was free, its owner was silent for its length, or killed on this
   * machine. It is renewed until released.
   */
  async take(): Promise<boolean> {
    if (!(await this.#claim('free')) && !(await this.#takeOver())) return false
    const renew = () => {
      this.#renewing ??= this.#claim('ours').then(
        () => (this.#renewing = undefined),
        () => (this.#renewing = undefined),
      )
    }
    this.#timer = setInterval(renew, this.#lengthMs / 3).unref()
    return true
  }

  /**
   * Sees to it that it is still ours, also in a process that was stopped for a while.
   * @throws {LeaseLost} when another one took it, even if it is free again: the folder is another one now
   */
  async hold(): Promise<void> {
    if (performance.now() < this.#until || (await this.#claim('ours'))) return
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
    await retryWhileLocked(() => release.execute())
  }

  /** From whoever holds it and has ended, for whom nobody waits (F38), or has not been heard of for long. */
  async #takeOver(): Promise<boolean> {
    const find = this.#db
      .selectFrom('site')
      .select(['lease_owner', 'lease_until'])
      .where('id', '=', this.#siteId)
    const { lease_owner, lease_until = 0 } =
      (await retryWhileLocked(() => find.executeTakeFirst())) ?? {}
    if (!lease_owner) return false
    const seen = `${lease_owner} ${lease_until}`
    const isSilent = () => this.#others.hasFor(this.#lengthMs, 'lease', seen)
    const isGone = isEnded(lease_owner) || isSilent()
    return isGone && this.#claim({ lease_owner, lease_until })
  }

  /** @param from another's as its row was seen: whoever has been heard of since keeps it */
  async #claim(from: 'free' | 'ours' | Held): Promise<boolean> {
    const asked = performance.now()
    // A time, for those who look at the row; that it changes is what counts.
    this.#written = Math.max(Date.now() + this.#lengthMs, this.#written + 1)
    const claim = this.#db
      .updateTable('site')
      .set({ lease_owner: this.#owner, lease_until: this.#written })
      .where('id', '=', this.#siteId)
      .where((eb) => {
        if (typeof from === 'object') return eb.and(from)
        const isOurs = eb('lease_owner', '=', this.#owner)
        return from === 'ours' ? isOurs : eb.or([isOurs, eb('lease_owner', 'is', null)])
      })
    const { numUpdatedRows } = await retryWhileLocked(() => claim.executeTakeFirst())
    const isOurs = numUpdatedRows > 0n
    this.#until = isOurs ? asked + this.#lengthMs : -Infinity
    return isOurs
  }
}

/** The lease of one process, for all that it does to the folder at a time: given back by the last. */
export class SharedLease {
  #lease: Lease
  #users = 0
  #taking: Promise<boolean> | undefined
  /** The last release, whether it went well: what could not be given back is ours at the next claim. */
  #releasing: Promise<void> = Promise.resolve()

  constructor(lease: Lease) {
    this.#lease = lease
  }

  async take(): Promise<boolean> {
    for (let awaited; awaited !== this.#releasing; await awaited) awaited = this.#releasing
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
    if (this.#users > 0) return
    const release = this.#lease.release()
    this.#releasing = release.catch(() => {})
    await release
  }
}

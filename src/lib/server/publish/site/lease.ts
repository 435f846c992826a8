import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { isEnded } from '#lib/server/process-name.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'

type Held = { lease_owner: string; lease_until: number }

/** Thrown by a publisher that was stopped for so long that another one took over. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * Ensures that only one process at a time publishes into a folder, also after a crash. The owner changes its
 * row again and again; whoever waits takes the lease over when the row has not changed for the lease's length.
 * Each measures that by its own monotonic clock: the time of day does not matter (F45).
 */
export class Lease {
  #db: Db
  #siteId: string
  #owner: string
  #lengthMs: number
  #timer: NodeJS.Timeout | undefined
  /** The renewal under way: one at a time, so that none comes after the release. */
  #renewing: Promise<void> | undefined
  /** Until when the lease is certainly ours, by the monotonic clock. */
  #until = -Infinity
  #others = new UnchangedTimer()
  #written = 0

  constructor(db: Db, siteId: string, owner: string, lengthMs: number) {
    this.#db = db
    this.#siteId = siteId
    this.#owner = owner
    this.#lengthMs = lengthMs
  }

  /**
   * Takes the lease if it is free, or if its owner was silent for its length or was killed on this machine. It
   * is then renewed until released.
   * @returns whether the lease is ours now
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
   * Makes sure that the lease is still ours, also in a process that was stopped for a while.
   * @throws {LeaseLost} when another process took it, even if it is free again: the folder has changed since
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

  /**
   * Takes it from an owner that has ended, for which nobody waits (F38), or that has been silent for the
   * lease's length.
   */
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

  /** @param from another owner's row as it was seen: if it was renewed since, that owner keeps the lease */
  async #claim(from: 'free' | 'ours' | Held): Promise<boolean> {
    const asked = performance.now()
    // The time is for people who look at the row; all that counts is that it changes.
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

/** One process's lease, shared by all that it does to the folder at a time: the last one gives it back. */
export class SharedLease {
  #lease: Lease
  #users = 0
  #taking: Promise<boolean> | undefined
  /**
   * The last release, whether it succeeded or not: a lease that could not be given back is ours at the next
   * claim.
   */
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

import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/server/durations.ts'
import { withNetworkAround } from '#lib/server/http/guards/forwarded.ts'
import { inLightTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'

/** How often something may be tried; counted in the database (H10a to d). */
export type AccountRule = {
  name: string
  limit: number
  windowMs: number
  /** Growing waits after the limit is reached, instead of the rest of the window. */
  delaysMs?: readonly number[]
  /** What a /48 of IPv6 may have, as a multiple of what each network in it may (forwarded.ts). */
  networks?: number
  /** Whether `RATE_SCALE` leaves it alone. */
  isFixed?: boolean
}

/** A rule and who it is counted for; without a subject nothing is counted. */
type Try = [rule: AccountRule, subject: string | undefined]

const DELAYS = [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS)
/** How long growing waits are remembered after the last try. */
const REMEMBER_MS = DAY_MS

/**
 * A carrier's customers may share a /48, and whoever uses it up stops them all for an hour. It gets no more than half of
 * the codes to telephones that the shop has.
 */
const NETWORKS_AN_HOUR = 25

/** The limits of H10 that are counted in the database. */
export const ACCOUNT_RULES = {
  signIn: { name: 'sign-in', limit: 5, windowMs: 15 * MINUTE_MS, delaysMs: DELAYS },
  /** All browsers together that are known to an account; strangers' guesses are not among these. */
  signInKnown: { name: 'sign-in-known', limit: 60, windowMs: HOUR_MS },
  signInAddress: { name: 'sign-in-address', limit: 30, windowMs: MINUTE_MS },
  signUpAddress: {
    name: 'sign-up-address',
    limit: 20,
    windowMs: HOUR_MS,
    networks: NETWORKS_AN_HOUR,
  },
  signUpMail: { name: 'sign-up-mail', limit: 5, windowMs: HOUR_MS },
  googleAddress: { name: 'google-address', limit: 30, windowMs: MINUTE_MS },
  codeCheckAddress: { name: 'code-check-address', limit: 30, windowMs: MINUTE_MS },
  codeCheck: { name: 'code-check', limit: 10, windowMs: HOUR_MS },
  codePause: { name: 'code-pause', limit: 1, windowMs: MINUTE_MS },
  codeSend: { name: 'code-send', limit: 5, windowMs: HOUR_MS },
  codeAddress: { name: 'code-address', limit: 20, windowMs: HOUR_MS, networks: NETWORKS_AN_HOUR },
  phoneSend: { name: 'phone-send', limit: 5, windowMs: HOUR_MS },
  phoneAsk: { name: 'phone-ask', limit: 10, windowMs: HOUR_MS },
  /** All codes to telephones: each costs the shop money, whoever asks from however many networks. */
  phoneShop: { name: 'phone-shop', limit: 1000, windowMs: HOUR_MS },
  /** How often it is logged that these are used up. */
  phoneStopped: { name: 'phone-stopped', limit: 1, windowMs: HOUR_MS, isFixed: true },
  passwordChange: { name: 'password-change', limit: 5, windowMs: 15 * MINUTE_MS },
  upload: { name: 'upload', limit: 10, windowMs: HOUR_MS },
  typedMail: { name: 'typed-mail', limit: 5, windowMs: HOUR_MS },
  thanksMail: { name: 'thanks-mail', limit: 2, windowMs: HOUR_MS },
  alertMail: { name: 'alert-mail', limit: 5, windowMs: HOUR_MS },
  reviewMinute: { name: 'review-minute', limit: 5, windowMs: MINUTE_MS },
  reviewDay: { name: 'review-day', limit: 20, windowMs: DAY_MS },
} satisfies Record<string, AccountRule>

/**
 * Counters that all servers share and that survive a restart (H10h). A subject, which may be a mail or
 * network address, is stored only as a keyed hash.
 */
export class AccountLimits {
  #db: Db
  #scale: number
  #hash: (subject: string) => string
  #now: () => number

  constructor(
    db: Db,
    scale: number,
    hash: (subject: string) => string,
    now: () => number = Date.now,
  ) {
    this.#db = db
    this.#scale = scale
    this.#hash = hash
    this.#now = now
  }

  /**
   * Counts a try. @returns 0, or the seconds until the next is possible. Without a subject nothing is
   * counted: nobody shares a limit with strangers.
   */
  take(rule: AccountRule, subject: string | undefined): Promise<number> {
    return this.takeEach([[rule, subject]])
  }

  /** Like `take`, for several rules in one transaction; it stops counting at the first that refuses. */
  async takeEach(tries: Try[]): Promise<number> {
    const waited = await inLightTransaction(this.#db, async (trx) => ({
      ok: true,
      value: await this.takeWithin(trx, tries),
    }))
    return waited.ok ? waited.value : 0
  }

  /** Like `takeEach`, within the caller's transaction: if that is rolled back, nothing was counted. */
  async takeWithin(trx: Trx, tries: Try[]): Promise<number> {
    const now = this.#now()
    for (const [rule, subject] of tries) {
      if (subject === undefined) continue
      const counted = withNetworkAround(rule, subject)
      // A try that the /48 refuses uses up nothing of its own network.
      for (const [around, who] of counted.slice(1)) {
        const wait = await this.#wait(trx, this.#key(around, who), now)
        if (wait > 0) return wait
      }
      for (const [each, who] of counted) {
        const key = this.#key(each, who)
        if (!(await this.#count(trx, key, each, now)))
          return Math.max(1, await this.#wait(trx, key, now))
      }
    }
    return 0
  }

  /** How many tries a rule allows in this shop. */
  limitOf({ limit, isFixed = false }: AccountRule): number {
    return isFixed ? limit : Math.max(1, Math.floor(limit * this.#scale))
  }

  /** Whether a limit is used up; nothing is counted. */
  async isUsedUp(rule: AccountRule, subject: string): Promise<boolean> {
    const until = await blockedUntil(this.#db, this.#key(rule, subject))
    return until > this.#now()
  }

  /** Forgets the tries, after a success. */
  async clear(rule: AccountRule, subject: string): Promise<void> {
    const key = this.#key(rule, subject)
    await retryWhileLocked(() => this.#db.deleteFrom('rate_limit').where('key', '=', key).execute())
  }

  #key = (rule: AccountRule, subject: string) => `${rule.name} ${this.#hash(subject)}`

  /**
   * Counts a try in one statement, so that concurrent tries are all counted, and the last one allowed blocks
   * those after it. @returns whether the try is allowed
   */
  async #count(db: Db, key: string, rule: AccountRule, now: number): Promise<boolean> {
    const limit = this.limitOf(rule)
    const end = now + rule.windowMs
    const isOver = sql<boolean>`rate_limit.reset_at <= ${now}`
    const count = sql<number>`(case when ${isOver} then 1 else rate_limit.count + 1 end)`
    const resetAt = sql<number>`(case when ${isOver} then ${whole(end)} else rate_limit.reset_at end)`
    const first = { count: 1, blocked_until: limit > 1 ? 0 : end, reset_at: end }
    const further = rule.delaysMs
      ? growing(rule.delaysMs, { count, resetAt, limit, now })
      : { blocked_until: sql<number>`case when ${count} >= ${limit} then ${resetAt} else 0 end` }
    const row = await db
      .insertInto('rate_limit')
      .values({ key, ...first })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ count, reset_at: resetAt, ...further })
          .where('rate_limit.blocked_until', '<=', now),
      )
      .returning('count')
      .executeTakeFirst()
    return row !== undefined
  }

  async #wait(db: Db, key: string, now: number): Promise<number> {
    return Math.max(0, Math.ceil(((await blockedUntil(db, key)) - now) / SECOND_MS))
  }
}

async function blockedUntil(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('rate_limit')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.blocked_until ?? 0
}

type Counted = {
  count: RawBuilder<number>
  resetAt: RawBuilder<number>
  limit: number
  now: number
}

/** SQL for growing waits: from the last allowed try on, each waits longer and is remembered for a day. */
function growing(delaysMs: readonly number[], { count, resetAt, limit, now }: Counted) {
  const last = whole(now + (delaysMs.at(-1) ?? 0))
  const steps = delaysMs.map(
    (delay, at) => sql`when ${count} = ${limit + at} then ${whole(now + delay)}`,
  )
  return {
    blocked_until: sql<number>`case when ${count} < ${limit} then 0 ${sql.join(steps, sql` `)} else ${last} end`,
    reset_at: sql<number>`case when ${count} < ${limit} then ${resetAt} else ${whole(now + REMEMBER_MS)} end`,
  }
}

/** PostgreSQL would take a bound value inside `case` for text. */
const whole = (value: number) => sql<number>`cast(${value} as bigint)`

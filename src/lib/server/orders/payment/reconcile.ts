import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '#lib/server/durations.ts'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { createFaultReporter } from '#lib/server/fault-reporter.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { askAttempt, captureAuthorized } from './ask-attempt.ts'
import { logAttention, needAttention } from '#lib/server/orders/attention.ts'
import {
  type Attempt,
  closeAttempt,
  expireAttempt,
  findAuthorized,
  lockAttempt,
} from '#lib/server/orders/attempts.ts'
import { ASK_FOR_MS } from './begun-late.ts'
import { forgetWebhooks } from './forget-webhooks.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { walkPayments } from './walk-payments.ts'
import { walkRefunds } from './walk-refunds.ts'

const MAX_GAP_MS = 6 * HOUR_MS
/** How many attempts are checked at a time. */
const AT_ONCE = 20
const MAX_PAUSE_MS = 1000
const SOON_MS = MINUTE_MS
/** The longest possible hold. One that would last longer is from before the clock was set back, and restarts (F45). */
const longestHold = ({ holdMs }: Payments['settings']) => holdMs + SOON_MS

/**
 * Runs the reconciler: asks the provider about open attempts, ends holds, makes refunds. It runs in every
 * server; the database decides which one does what (I2, F12). @returns a function that stops it
 */
export function watchPayments(payments: Payments): () => Promise<void> {
  const stop = new AbortController()
  const { log, settings } = payments
  const { signal } = stop
  const everyMs = Math.min(MAX_PAUSE_MS, Math.max(10, settings.reconcileMs / 4))
  let tidiedAt = -Infinity
  let told: ReadonlySet<string> = new Set()
  const tidy = async () => {
    if (performance.now() - tidiedAt > HOUR_MS) {
      tidiedAt = performance.now()
      await forgetWebhooks(payments).catch(() => {})
    }
    told = await logAttention(payments, told)
  }
  const repeat = async (work: () => Promise<void>) => {
    const reporter = createFaultReporter(
      log,
      'Payments could not be reconciled; it will be tried again',
    )
    while (!signal.aborted) {
      try {
        await work()
        reporter.well()
      } catch (error) {
        reporter.fault(error)
      }
      await pause(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  // Each in a loop of its own: a provider slow with refunds must not delay the end of holds or news of payments.
  const running = Promise.all([...WORKS.map((work) => repeat(() => work(payments))), repeat(tidy)])
  return async () => {
    stop.abort()
    await Promise.race([running, pause(5000, undefined, { ref: false })])
  }
}

/** Does everything that is due once, one after the other. */
export async function reconcile(payments: Payments): Promise<void> {
  const done: PromiseSettledResult<void>[] = []
  for (const work of WORKS) done.push(...(await Promise.allSettled([work(payments)])))
  for (const one of done) if (one.status === 'rejected') throw one.reason
}

/** Checks the attempts that are due; one that fails does not hold up the others. */
async function lookAtAttempts(payments: Payments): Promise<void> {
  const due = await dueAttempts(payments)
  const done = await Promise.allSettled(due.map((attempt) => look(payments, attempt)))
  for (const one of done) if (one.status === 'rejected') throw one.reason
}

/** Independent of each other: `watchPayments` runs them side by side. */
const WORKS = [lookAtAttempts, doRefunds, walkPayments, walkRefunds]

function dueAttempts({ db, now, settings }: Payments): Promise<Attempt[]> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('state', 'in', ['open', 'lapsed'])
    .where((eb) =>
      eb.or([
        eb('next_ask_at', '<=', now()),
        // No check is ever postponed for so long: the clock was set back (F45).
        eb('next_ask_at', '>', now() + MAX_GAP_MS),
        eb.and([
          eb('state', '=', 'open'),
          eb('next_ask_at', '>', now() + 2 * settings.reconcileMs),
        ]),
        eb.and([
          eb('state', '=', 'open'),
          eb.or([
            eb('hold_until', '<=', now()),
            eb('hold_until', '>', now() + longestHold(settings)),
          ]),
        ]),
      ]),
    )
    .orderBy('next_ask_at')
    .limit(AT_ONCE)
    .execute()
}

/** Asks about one attempt, captures its payment, and ends its hold or closes it if that is due. */
async function look(payments: Payments, attempt: Attempt): Promise<void> {
  const { db, now, settings } = payments
  // Guarded by `asked`, so that only one of several servers asks.
  const claim = db
    .updateTable('attempt')
    .set((eb) => ({
      asked: eb('asked', '+', 1),
      next_ask_at: now() + gapOf(attempt, now(), settings.reconcileMs),
    }))
    .where('id', '=', attempt.id)
    .where('state', 'in', ['open', 'lapsed'])
    .where('asked', '=', attempt.asked)
    .returning('id')
  if (!(await retryWhileLocked(() => claim.executeTakeFirst()))) return
  const isOurs = attempt.provider === payments.provider.name
  const settled = isOurs ? await askAttempt(payments, attempt) : undefined
  if (settled?.kind === 'order') return
  if (settled?.kind === 'pending') {
    if (attempt.asked > 0) await captureAuthorized(payments, attempt)
    await lookSoon(payments, attempt.id)
  }
  await end(payments, attempt.id, settled?.kind !== 'unavailable')
}

/** Checks an authorized payment again within a minute, however long the interval was. */
async function lookSoon({ db, now, settings }: Payments, id: string): Promise<void> {
  const soon = now() + Math.min(SOON_MS, settings.reconcileMs)
  const ask = db
    .updateTable('attempt')
    .set({ next_ask_at: soon })
    .where('id', '=', id)
    .where('next_ask_at', '>', soon)
  await retryWhileLocked(() => ask.execute())
}

/** The time to the next check: RECONCILE_MS while the hold lasts, then as long as it has been over (F12). */
function gapOf({ state, hold_until }: Attempt, now: number, reconcileMs: number): number {
  if (state === 'open') return reconcileMs
  return Math.min(MAX_GAP_MS, Math.max(reconcileMs, now - hold_until))
}

/** Ends the hold of an attempt, or closes it. It is closed only after the provider has answered (I2). */
async function end(
  { db, now, settings, provider }: Payments,
  id: string,
  isAnswered: boolean,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const attempt = await lockAttempt(trx, { id })
    const time = now()
    if (attempt?.state === 'open' && attempt.hold_until <= time)
      await expireAttempt(trx, attempt, time)
    else if (attempt?.state === 'open' && attempt.hold_until > time + longestHold(settings)) {
      await trx
        .updateTable('attempt')
        .set({ hold_until: time + settings.holdMs })
        .where('id', '=', id)
        .execute()
    }
    const isOver = attempt && time - attempt.created_at > ASK_FOR_MS
    if (attempt?.state === 'lapsed' && isOver && isAnswered) {
      // A former provider can no longer be asked: the owner has to look up what was paid there.
      const isLeft = attempt.provider !== provider.name && (await leavePaid(trx, attempt, time))
      await closeAttempt(trx, attempt, isLeft ? 'attention' : 'unpaid', time)
    }
    return { ok: true, value: undefined }
  })
}

/** Puts an authorized payment on the owner's list. @returns whether there is one */
async function leavePaid(trx: Trx, attempt: Attempt, now: number): Promise<boolean> {
  const paid = await findAuthorized(trx, attempt.id)
  if (!paid) return false
  const { id: attemptId, provider } = attempt
  const news = { code: 'former' as const, paise: paid.amount_paise, provider }
  const paymentRef = paid.provider_payment_id
  await needAttention(trx, 'unknown order', { provider, paymentRef, attemptId, news }, now)
  return true
}

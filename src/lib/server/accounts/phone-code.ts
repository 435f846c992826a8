import { MINUTE_MS } from '#lib/server/durations.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import type { CodeValues } from '#lib/server/mail/message-templates.ts'
import { type JobHandler, queueJob } from '#lib/server/jobs/queue.ts'
import type { SendMessage } from '#lib/server/mail/messenger.ts'
import { type Phone, messageNumber } from '#lib/server/mail/queue-message.ts'
import { phoneKey } from '#lib/server/orders/buyer-keys.ts'
import { guestTexts } from '#lib/texts/page/guests.ts'
import type { Accounts } from './accounts.ts'
import { CODE_MS, codeOf, hashCode, MAX_TRIES } from './codes.ts'
import { ACCOUNT_RULES as RULES } from './limits.ts'

/** Time between two codes to the same phone: the first may still be on its way. */
const PAUSE_MS = MINUTE_MS

/** The subject of limits for the whole shop. */
const ALL_CODES = 'all'

type Proof =
  | { code: 'proven' | 'codPhone' | 'codPhoneWrong' | 'codPhoneCountry' }
  | { code: 'codPhoneWait'; waitS: number }

/**
 * Checks the code that was sent to a phone, or sends one. Every number gets the same answers, whoever else
 * has ordered with it.
 * @returns `codPhone` when a code is on its way, `codPhoneCountry` when it is not known whose phone it would reach
 */
export async function provePhone(
  accounts: Accounts,
  userId: string,
  phone: Phone & { code: string | undefined },
  address: string | undefined,
): Promise<Proof> {
  const key = phoneKey(phone.phone)
  const sent = await accounts.db
    .selectFrom('phone_code')
    .select(['sent_at', 'tries'])
    .where('user_id', '=', userId)
    .where('phone_key', '=', key)
    .executeTakeFirst()
  // A code counts only together with the number that it was sent to.
  if (sent && phone.code !== undefined)
    return { code: await takeCode(accounts, userId, key, phone.code) }
  const isSpent = sent && sent.tries >= MAX_TRIES
  if (sent && !isSpent && sent.sent_at > Date.now() - PAUSE_MS) return { code: 'codPhone' }
  const to = messageNumber(phone)
  if (to === undefined) return { code: 'codPhoneCountry' }
  const waitS = await sendCode(accounts, { userId, key, to, address })
  return waitS > 0 ? { code: 'codPhoneWait', waitS } : { code: 'codPhone' }
}

/** Whether a code was sent to a phone of this buyer and can still be entered. */
export async function awaitsCode(db: Db, userId: string): Promise<boolean> {
  const sent = await db
    .selectFrom('phone_code')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('proven_at', 'is', null)
    .where('tries', '<', MAX_TRIES)
    .where('sent_at', '>', Date.now() - CODE_MS)
    .executeTakeFirst()
  return sent !== undefined
}

type Wanted = { userId: string; key: string; to: string; address: string | undefined }

/**
 * Queues a code, replacing an earlier one; not if a simultaneous request has just done so, which then does
 * not count.
 * @returns 0, or the seconds until the next one may be sent
 */
async function sendCode(
  { db, limits, log, sign }: Accounts,
  { userId, key, to, address }: Wanted,
): Promise<number> {
  let waitS = 0
  let isStopped = false
  await inTransaction(db, async (trx) => {
    const jobId = await queueJob(trx, 'phone-code', { to, key })
    const hash = hashCode(sign, key, codeOf(sign, jobId))
    const now = Date.now()
    const values = { hash, tries: 0, sent_at: now, proven_at: null }
    const kept = await trx
      .insertInto('phone_code')
      .values({ user_id: userId, phone_key: key, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'phone_key'])
          .doUpdateSet(values)
          .where((eb) =>
            eb.or([
              eb('phone_code.sent_at', '<=', now - PAUSE_MS),
              eb('phone_code.tries', '>=', MAX_TRIES),
            ]),
          ),
      )
      .returning('hash')
      .executeTakeFirst()
    // Rolls back the queued job, and nothing is counted.
    if (!kept) return { ok: false, error: 'sent' }
    waitS = await limits.takeWithin(trx, [
      [RULES.codeAddress, address],
      [RULES.phoneAsk, userId],
      [RULES.phoneSend, key],
    ])
    if (waitS === 0) {
      waitS = await limits.takeWithin(trx, [[RULES.phoneShop, ALL_CODES]])
      isStopped = waitS > 0
    }
    return waitS > 0 ? { ok: false, error: 'wait' } : { ok: true, value: undefined }
  })
  if (isStopped && (await limits.take(RULES.phoneStopped, ALL_CODES)) === 0)
    log.warn(
      { limit: limits.limitOf(RULES.phoneShop) },
      'No more codes are sent to telephones in this hour',
    )
  return waitS
}

/** Whether the shop sends no more codes to telephones for now, as so many were asked for. */
export const areCodesStopped = ({ limits }: Pick<Accounts, 'limits'>): Promise<boolean> =>
  limits.isUsedUp(RULES.phoneShop, ALL_CODES)

/** Checks a code; each try counts, and after `MAX_TRIES` only a new code helps. */
async function takeCode({ db, sign }: Accounts, userId: string, key: string, code: string) {
  const mine = db
    .updateTable('phone_code')
    .where('user_id', '=', userId)
    .where('phone_key', '=', key)
  const tried = mine
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tries', '<', MAX_TRIES)
    .where('sent_at', '>', Date.now() - CODE_MS)
    .returning('hash')
  const kept = await retryWhileLocked(() => tried.executeTakeFirst())
  const hash = hashCode(sign, key, code)
  if (!kept || !isEqual(hash, kept.hash)) return 'codPhoneWrong'
  const prove = mine.set({ proven_at: Date.now() }).where('hash', '=', hash)
  const { numUpdatedRows } = await retryWhileLocked(() => prove.executeTakeFirst())
  return numUpdatedRows > 0n ? 'proven' : 'codPhoneWrong'
}

/** Sends the code of a job, unless a newer one replaced it. By the message's last line browsers can fill it in. */
export function phoneCodeHandler(
  { db, sign, settings }: Pick<Accounts, 'db' | 'sign' | 'settings'>,
  send: SendMessage,
): JobHandler<'phone-code'> {
  return async ({ id, payload: { to, key = phoneKey(to) }, created_at }) => {
    // It would arrive too late to be of use.
    if (created_at + CODE_MS <= Date.now()) return
    const code = codeOf(sign, id)
    const kept = await db
      .selectFrom('phone_code')
      .select('user_id')
      .where('hash', '=', hashCode(sign, key, code))
      .where('sent_at', '>', Date.now() - CODE_MS)
      .executeTakeFirst()
    if (!kept) return
    const { name } = await new Catalogue(db).shop()
    const host = settings.publicUrl.hostname
    const text = guestTexts.phoneCode(code, name, host)
    const values: CodeValues = { code, shop: name, host }
    await send({ id, to, text, template: 'code', values, at: new Date(created_at) })
  }
}

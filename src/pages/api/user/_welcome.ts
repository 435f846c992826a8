import { safeNext } from '#lib/account/next-path.ts'
import type { OpenedSession } from '#lib/server/accounts/sign-in.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { guestTexts } from '#lib/texts/page/guests.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { takeOrdersOver } from '#lib/server/orders/guest-orders.ts'
import { noGuestCookie, readGuestToken } from '#lib/server/shopper/guests/guest-cookie.ts'
import { type Merged, mergeGuest } from '#lib/server/merge-guest/merge-guest.ts'
import { carryOutPending } from '#lib/server/shopper/pending.ts'
import type { ActionKind } from '#lib/server/shopper/shopper-actions.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'
import { waitForAction } from '#pages/api/_limits.ts'
import { type Context, wordOutcome } from '#pages/api/_reply.ts'
import { accountsOf, nextOf, succeed } from './_account.ts'

/**
 * Answers any successful sign-in: merges what was gathered as a visitor into the account, carries
 * out a pending action, and mentions both in the answer. A form goes on to where that leads.
 */
export async function welcome(
  context: Context,
  { user, cookies }: OpenedSession,
  answer: { msg: string } & Record<string, unknown>,
): Promise<Response> {
  const brought = await bring(context, user)
  const pending = await carryOut(context, user)
  const { msg, error, next } = pending ?? NOTHING_DONE
  const said = [answer.msg, brought.msg, msg].filter(Boolean).join(' ')
  const also = {
    ...(brought.msg && { merged: brought.msg }),
    ...(pending && { pending: { msg, error, next } }),
  }
  return succeed(
    context,
    isForm(context.request) ? { ...answer, msg: said } : { ...answer, ...also },
    {
      next: msg ? next : nextOf(context),
      cookies: [...cookies, ...brought.cookies, ...(pending?.cookie ? [pending.cookie] : [])],
    },
  )
}

/**
 * Gives the account the guest orders made with its address, and merges the visitor's cart into it.
 * If the merge fails, the next write tries again.
 */
async function bring(context: Context, user: OpenedSession['user']) {
  const accounts = accountsOf(context)
  const { settings, log } = accounts
  const token = readGuestToken(settings, context.request)
  try {
    await inTransaction(accounts.db, async (trx) => {
      return { ok: true, value: await takeOrdersOver(trx, user.id) }
    })
    if (token === undefined) return { msg: '', cookies: [] }
    const merged = await mergeGuest(accounts.db, user.id, token)
    return { msg: merged ? wordsOf(merged) : '', cookies: [noGuestCookie(settings)] }
  } catch (error) {
    log.warn({ id: context.locals.requestId, user: user.id, err: error }, 'A cart was not merged')
    return { msg: '', cookies: [] }
  }
}

function wordsOf({ lines, capped, listed, wishes, unkept, onePack }: Merged): string {
  const said = [
    ...(lines > listed.length ? [guestTexts.merged(lines - listed.length)] : []),
    ...capped.map(({ title, quantity }) => guestTexts.capped(title, quantity)),
    ...(listed.length > 0 ? [guestTexts.listed(listed)] : []),
    ...(wishes > 0 ? [guestTexts.mergedWishes] : []),
    ...(unkept > 0 ? [guestTexts.unkeptWishes(unkept)] : []),
    ...(onePack.length > 0 ? [guestTexts.onePack(onePack)] : []),
  ]
  return said.join(' ')
}

const NOTHING_DONE = { msg: '', error: false, next: '/' }

/**
 * Carries out the pending action. A failure does not prevent the sign-in: the action stays pending.
 */
async function carryOut(context: Context, user: OpenedSession['user']) {
  const accounts = accountsOf(context)
  try {
    const cookies = context.request.headers.get('cookie')
    const waitFor = (kind: ActionKind) => waitForAction(context, kind, user.id)
    const signIn = { cookies, goal: goalOf(context), waitFor }
    const carried = await carryOutPending(accounts, user, signIn)
    if (carried?.wait) {
      const { seconds, next } = carried.wait
      return { msg: serverAnswers.tooMany(seconds), error: true, next, cookie: undefined }
    }
    if (!carried?.done) return carried && { ...NOTHING_DONE, cookie: carried.cookie }
    const { outcome, next } = carried.done
    const { msg, status, code } = wordOutcome(outcome)
    const to = code === 200 ? next.done : next.refused
    return { msg, error: !status, next: to, cookie: carried.cookie }
  } catch {
    accounts.log.warn({ id: context.locals.requestId, user: user.id }, 'A waiting action failed')
    return undefined
  }
}

/**
 * Where this sign-in leads: a form says so; for a script's call it is in the address of its screen.
 */
function goalOf(context: Context): string {
  if (context.locals.body?.['next'] !== undefined) return nextOf(context)
  const referer = context.request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const { origin, searchParams } = new URL(referer)
  return origin === context.url.origin ? safeNext(searchParams.get('next')) : '/'
}

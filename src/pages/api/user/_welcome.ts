import { safeNext } from '#lib/account/next-path.ts'
import type { OpenedSession } from '#lib/server/accounts/sign-in.ts'
import { isForm } from '#lib/server/http/is-form.ts'
import { carryOutPending } from '#lib/server/shopper/pending.ts'
import type { Asked } from '#pages/api/_reply.ts'
import { accountsOf, nextOf, succeed } from './_account.ts'

/**
 * Answers whoever has just signed in, by whatever way: what was asked for before is done now, and said
 * too; a form goes on to where that leads.
 */
export async function welcome(
  asked: Asked,
  { user, cookies }: OpenedSession,
  answer: { msg: string } & Record<string, unknown>,
): Promise<Response> {
  const pending = await carryOut(asked, user)
  if (!pending) return succeed(asked, answer, { next: nextOf(asked), cookies })
  const { cookie, msg, error, next } = pending
  const also = { ...answer, msg: [answer.msg, msg].join(' ').trim() }
  return succeed(
    asked,
    isForm(asked.request) ? also : { ...answer, pending: { msg, error, next } },
    {
      next: msg ? next : nextOf(asked),
      cookies: [...cookies, cookie],
    },
  )
}

/** A fault of the cart does not keep anybody out: the action goes on waiting. */
async function carryOut(asked: Asked, user: OpenedSession['user']) {
  const accounts = accountsOf(asked)
  try {
    const cookies = asked.request.headers.get('cookie')
    return await carryOutPending(accounts, user, { cookies, goal: goalOf(asked) })
  } catch {
    accounts.log.warn({ id: asked.locals.requestId, user: user.id }, 'A waiting action failed')
    return undefined
  }
}

/** Where this sign-in leads: a form says it, and of a script's call the address of its screen. */
function goalOf(asked: Asked): string {
  if (asked.locals.body?.['next'] !== undefined) return nextOf(asked)
  const referer = asked.request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const { origin, searchParams } = new URL(referer)
  return origin === asked.url.origin ? safeNext(searchParams.get('next')) : '/'
}

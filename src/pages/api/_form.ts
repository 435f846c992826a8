import type { Flash } from '#lib/browser/flash.ts'
import { flashCookie } from '#lib/server/http/cookies.ts'
import { type FailedForm, formCookie } from '#lib/server/http/form-cookie.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import { type Context, reply } from './_reply.ts'

/** A refused form: the screen that it goes back to, with what was typed and what is wrong. */
type Refused = FailedForm & { path: string }

/** JSON with its status; or, for a form, the way to the next page with the message. */
export function answerForm(
  { request, locals }: Context,
  status: number,
  answer: { error: boolean; msg: string; [more: string]: unknown },
  next: string,
  refused?: Refused,
): Response {
  const { msg, error } = answer
  if (!isForm(request)) return reply(answer, status)
  locals.refusedWith = status
  return redirectTo(next, { msg, error }, refused)
}

/** The way of a form to its next page; nothing is said where nothing happened (S-122). */
export function redirectTo(next: string, said?: Flash, refused?: Refused): Response {
  const headers = new Headers({ location: next })
  if (said?.msg) headers.append('set-cookie', flashCookie(said))
  if (refused) {
    const { path, values, faulty } = refused
    headers.append('set-cookie', formCookie(path, { values, faulty }))
  }
  return new Response(null, { status: 303, headers })
}

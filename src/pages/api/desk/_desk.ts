import type { Desk } from '#lib/server/desk/desk.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { answerForm } from '#pages/api/_form.ts'
import { type Asked, notFound } from '#pages/api/_reply.ts'

export type AtDesk = Asked & { desk: Desk; user: SignedInUser }

/** A call of the desk; to anybody else it is an unknown address (S-001). */
export function forEditors(answer: (asked: AtDesk) => Promise<Response>) {
  return async (asked: Asked): Promise<Response> => {
    const { desk, user } = asked.locals
    if (!desk || !user?.isEditor) return notFound()
    // Not all of Astro's context: some of its parts must not even be looked at.
    const { locals, params, request, url } = asked
    return answer({ locals, params, request, url, desk, user })
  }
}

type Said = { msg: string; path: string; status?: number }

/** To a form the way to its next page, to a program JSON with that page's path. */
export function replyAtDesk(asked: Asked, { msg, path, status = 200 }: Said): Response {
  const error = status >= 400
  return answerForm(asked, status, { error, msg, ...(!error && { path }) }, path)
}

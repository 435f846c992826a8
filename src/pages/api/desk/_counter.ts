import type { Actor, Counter } from '#lib/server/counter/counter.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { type Asked, notFound } from '#pages/api/_reply.ts'

export type AtCounter = Asked & { counter: Counter; actor: Actor; user: SignedInUser }

/** A call of the counter, for staff and the owner; to anybody else it is an unknown address (S-001). */
export function forStaff(answer: (asked: AtCounter) => Promise<Response>) {
  return async (asked: Asked): Promise<Response> => {
    const { payments, user } = asked.locals
    if (!payments || !user?.isStaff) return notFound()
    const { locals, params, request, url } = asked
    const actor = { id: user.id, who: user.email }
    return answer({ locals, params, request, url, user, actor, counter: payments })
  }
}

const HERE = /^\/desk(\/[\w/-]*)?(\?[\w=&.%+-]*)?$/

/** Where a form goes on to: the page of the desk that it names, or else `fallback`. */
export function nextAtDesk({ locals }: Asked, fallback: string): string {
  const next = locals.body?.['next']
  return typeof next === 'string' && next.length <= 500 && HERE.test(next) ? next : fallback
}

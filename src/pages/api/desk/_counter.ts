import { type Period, readPeriod } from '#lib/counter/period.ts'
import { billBookTexts } from '#lib/texts/page/bill-book.ts'
import { indianDay, isDay } from '#lib/dates.ts'
import type { CounterContext } from '#lib/server/counter/counter.ts'
import type { Actor } from '#lib/server/orders/record-order-action.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { type Context, notFound, refuse } from '#pages/api/_reply.ts'
import { apiAnswers } from '#lib/texts/page/api-answers.ts'

export type AtCounter = Context & { counter: CounterContext; actor: Actor; user: SignedInUser }

/**
 * An endpoint of the counter, for staff and owner; to anybody else the address is unknown (S-001).
 */
export function forStaff(answer: (context: AtCounter) => Promise<Response>) {
  return async (context: Context): Promise<Response> => {
    const { payments, user } = context.locals
    if (!payments || !user?.isStaff) return notFound()
    const { locals, params, request, url } = context
    const actor = { id: user.id, who: user.email }
    return answer({ locals, params, request, url, user, actor, counter: payments })
  }
}

/** Such an endpoint for one day, by default today. */
export function readDay(answer: (context: AtCounter & { day: string }) => Promise<Response>) {
  return forStaff(async (context) => {
    const day = context.url.searchParams.get('day') ?? indianDay(context.counter.now())
    if (!isDay(day)) return refuse(400, apiAnswers.day)
    return answer({ ...context, day })
  })
}

/** Such an endpoint for some days, or a month, by default this one. */
export function forPeriod(answer: (context: AtCounter & { period: Period }) => Promise<Response>) {
  return forStaff(async (context) => {
    const asked = (name: string) => context.url.searchParams.get(name) ?? undefined
    const days = { month: asked('month'), from: asked('from'), to: asked('to') }
    const period = readPeriod(days, context.counter.now())
    return period ? answer({ ...context, period }) : refuse(400, billBookTexts.malformed)
  })
}

const HERE = /^\/desk(\/[\w/-]*)?(\?[\w=&.%+-]*)?$/

/** Where a form goes on to: the desk page that it names, or else `fallback`. */
export function nextAtDesk({ locals }: Context, fallback: string): string {
  const next = locals.body?.['next']
  return typeof next === 'string' && next.length <= 500 && HERE.test(next) ? next : fallback
}

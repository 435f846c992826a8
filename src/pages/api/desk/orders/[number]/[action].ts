import { isOrderAction } from '#lib/counter/order-actions.ts'
import { orderPath } from '#lib/counter/order-filter.ts'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { toOrderCard } from '#lib/server/counter/find-orders.ts'
import { actionMessages, faultText } from '#lib/texts/page/counter.ts'
import { answer, notFound, textsOf } from '#pages/api/_reply.ts'
import { forStaff, nextAtDesk } from '#pages/api/desk/_counter.ts'

const CODES = { unknown: 404, malformed: 400 } as const

/**
 * POST /api/desk/orders/{number}/{action}: does what a button of the desk does (order-actions.ts).
 */
export const POST = forStaff(async (context) => {
  const { counter, actor, params, locals, user } = context
  const { number = '', action = '' } = params
  if (!isOrderAction(action)) return notFound()
  // Money that no provider has confirmed is the owner's to answer for (P15).
  if (action === 'elsewhere' && !user.isOwner) return notFound()
  const { next: _, ...input } = locals.body ?? {}
  const done = await actOnOrder(counter, actor, number, action, input)
  const next = nextAtDesk(context, orderPath(number))
  if (!done.ok) {
    const code = done.error === 'unknown' || done.error === 'malformed' ? CODES[done.error] : 409
    const told = { code, msg: faultText(done), more: { code: done.error } }
    const form = { path: orderPath(number), values: { ...textsOf(input), action } }
    return answer(context, told, { done: next, refused: next, form })
  }
  const order = toOrderCard({ ...done.value, units: 0 })
  const { backPaise } = done.value
  const msg = actionMessages[action]({ ...order, ...(backPaise && { backPaise }) })
  return answer(context, { code: 200, msg, more: { order } }, next)
})

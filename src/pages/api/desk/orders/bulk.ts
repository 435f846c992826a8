import * as z from 'zod/mini'
import { isStage, STEPS } from '#lib/counter/stages.ts'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { counterTexts } from '#lib/texts/page/counter-desk.ts'
import { answer, redirectTo } from '#pages/api/_reply.ts'
import { forStaff, nextAtDesk } from '#pages/api/desk/_counter.ts'

const schema = z.object({
  do: z.union([z.enum(STEPS), z.enum(['pick', 'slips'])]),
  from: z.optional(z.string()),
  /** Name of the rider, for the step that sends orders out. */
  rider: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
})
const MOST = 100
/** Name of a ticked box, `pick-K7M…`; its value does not matter. */
const PICKED = /^pick-([A-Z\d]{2,20})$/

/**
 * POST /api/desk/orders/bulk: does the same step for all ticked orders, or opens their pick list or
 * slips.
 */
export const POST = forStaff(async (context) => {
  const { counter, actor, locals } = context
  const back = nextAtDesk(context, '/desk/orders')
  const body = locals.body ?? {}
  const numbers = Object.keys(body).flatMap((name) => PICKED.exec(name)?.[1] ?? [])
  const parsed = schema.safeParse(body)
  if (!parsed.success || numbers.length === 0 || numbers.length > MOST) {
    return answer(context, { code: 400, msg: counterTexts.tickFirst(MOST) }, back)
  }
  const { do: wanted, from, rider } = parsed.data
  if (wanted === 'pick' || wanted === 'slips') {
    const page = wanted === 'pick' ? '/desk/pick' : '/desk/slips'
    return redirectTo(`${page}?orders=${numbers.join('.')}`)
  }
  const seen = from !== undefined && isStage(from) ? { from } : {}
  const refused: string[] = []
  for (const number of numbers) {
    // Each in a transaction of its own, so that an order changed by others does not hold back the
    // rest.
    const done = await actOnOrder(counter, actor, number, 'step', { to: wanted, rider, ...seen })
    if (!done.ok) refused.push(number)
  }
  const msg = counterTexts.bulkDone(numbers.length - refused.length, refused)
  const code = refused.length === numbers.length ? 409 : 200
  return answer(context, { code, msg, more: { refused } }, back)
})

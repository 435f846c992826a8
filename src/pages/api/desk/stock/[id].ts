import { stockActionSchema } from '#lib/counter/stock-actions.ts'
import { findProductName } from '#lib/server/counter/find-stock.ts'
import { recordStock } from '#lib/server/counter/stock.ts'
import { stockTexts } from '#lib/texts/page/counter-today.ts'
import { answer, malformed } from '#pages/api/_reply.ts'
import { readKey } from '#pages/api/_write.ts'
import { forStaff, nextAtDesk } from '#pages/api/desk/_counter.ts'

const CODES = { unknown: 404, needsPack: 400, nothing: 400, uncounted: 409, keyTaken: 409 } as const

/**
 * POST /api/desk/stock/{id} {kind, units, pack}: notes that a product is sold out, was counted, or
 * was delivered; done once for each `Idempotency-Key`, which a form sends as `idempotencykey`.
 */
export const POST = forStaff(async (context) => {
  const { counter, actor, params, locals } = context
  const { id = '' } = params
  const { next: _, idempotencykey: __, ...input } = locals.body ?? {}
  const next = nextAtDesk(context, '/desk/stock')
  // The page tells the result beside the product, so that whoever counts goes on from there.
  const back = `${next}${next.includes('?') ? '&' : '?'}at=${encodeURIComponent(id)}`
  const parsed = stockActionSchema.safeParse(input)
  const key = readKey(context)
  if (!key.ok) return malformed(context, 'idempotencykey', { done: back, refused: back })
  if (!parsed.success) return answer(context, { code: 400, msg: stockTexts.malformed }, back)
  const done = await recordStock(counter, actor, id, parsed.data, key.value)
  if (!done.ok) {
    return answer(context, { code: CODES[done.error], msg: stockTexts[done.error] }, back)
  }
  const name = await findProductName(counter.db, id)
  const msg = stockTexts.done([name, parsed.data.pack].filter(Boolean).join(', '), done.value)
  return answer(context, { code: 200, msg, more: done.value }, back)
})

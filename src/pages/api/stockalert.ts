import { productPath } from '#lib/catalogue/variant.ts'
import { stockAlertSchema } from '#lib/catalogue/stock-alert.ts'
import { askForAlert } from '#lib/server/letters/stock-alerts.ts'
import { RULES } from '#lib/server/http/guards/rules.ts'
import { stockAlertTexts } from '#lib/texts/page/stock-alert.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'
import { answer, answerTooMany, type Context } from './_reply.ts'

const CODES = { unknown: 404, there: 409, email: 400 } as const

/**
 * POST /api/stockalert {productid, pack, email}: asks for one mail when a product is back in stock.
 */
export async function POST(context: Context): Promise<Response> {
  const { db, body, user, limits, address } = context.locals
  const parsed = stockAlertSchema.safeParse(body)
  if (!parsed.success) return answer(context, { code: 400, msg: serverAnswers.unreadForm }, '/')
  const next = `${productPath(parsed.data.productid)}#product-title`
  const who = user?.id ?? address
  const wait = who === undefined ? 0 : (limits?.take(RULES.alerts, who) ?? 0)
  if (wait > 0) return answerTooMany(context, wait, next, { msg: stockAlertTexts.tooMany })
  const email = user?.email ?? parsed.data.email
  const done = await askForAlert(db, { ...parsed.data, email }, Date.now())
  if (done.ok) return answer(context, { code: 200, msg: stockAlertTexts.noted }, next)
  const { error } = done
  const field = error === 'email' ? error : undefined
  const told = { code: CODES[error], msg: stockAlertTexts[error], field }
  return answer(context, told, error === 'unknown' ? '/' : next)
}

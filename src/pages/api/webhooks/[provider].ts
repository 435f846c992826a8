import { RULES } from '#lib/server/http/guards/rules.ts'
import { receiveWebhook } from '#lib/server/orders/payment/webhooks.ts'
import { type Context, notFound, refuse, reply } from '#pages/api/_reply.ts'
import { apiAnswers } from '#lib/texts/page/api-answers.ts'

/**
 * POST /api/webhooks/{provider}: checks the signature over the raw bytes; the work is queued (P3,
 * P4).
 */
export async function POST({ locals, params, request }: Context): Promise<Response> {
  const { payments, limits, address } = locals
  if (!payments) return notFound()
  const { headers } = request
  const status = await receiveWebhook(
    payments,
    params['provider'] ?? '',
    Buffer.from(await request.arrayBuffer()),
    {
      signature: headers.get('x-razorpay-signature') ?? undefined,
      eventId: headers.get('x-razorpay-event-id')?.slice(0, 200) || undefined,
    },
  )
  if (status === 200) return reply({ error: false })
  if (status === 404) return notFound()
  if (status === 503) return refuse(503, apiAnswers.noWebhooks)
  const wait = address === undefined ? 0 : (limits?.take(RULES.badNews, address) ?? 0)
  if (wait > 0) return refuse(429, apiAnswers.badSignatures, { 'retry-after': String(wait) })
  return refuse(400, apiAnswers.badSignature)
}

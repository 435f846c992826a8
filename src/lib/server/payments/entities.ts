import * as z from 'zod/mini'
import type { Result } from '#lib/result.ts'
import type { GatewayDispute, GatewayEvent, GatewayPayment, GatewayRefund } from './provider.ts'

// Razorpay's formats, reduced to the fields that we use; the demo gateway uses the same.

const id = z.string().check(z.regex(/^[\w-]{1,64}$/))
const paise = z.int().check(z.minimum(0))

export const orderEntity = z.object({
  id,
  amount: paise,
  currency: z.string(),
  receipt: z.nullish(z.string()),
})

export const paymentEntity = z.object({
  id,
  order_id: z.nullish(id),
  amount: paise,
  amount_refunded: z.nullish(paise),
  currency: z.string(),
  status: z.enum(['created', 'failed', 'authorized', 'captured', 'refunded']),
  method: z.nullish(z.string()),
  error_description: z.nullish(z.string()),
  /** In seconds. */
  created_at: z.nullish(z.int()),
})

export const refundEntity = z.object({
  id,
  payment_id: id,
  amount: paise,
  receipt: z.nullish(z.string()),
  status: z.enum(['pending', 'processed', 'failed']),
})

const disputeEntity = z.object({
  id,
  payment_id: id,
  amount: paise,
  phase: z.nullish(z.string()),
  reason_code: z.nullish(z.string()),
  /** In seconds. */
  respond_by: z.nullish(z.int()),
})

/** The schema of Razorpay's list of some entity. */
export const collectionOf = <Entity>(entity: z.ZodMiniType<Entity>) =>
  z.object({ items: z.array(entity) })

const eventEntity = z.object({
  event: z.string(),
  /** In seconds. */
  created_at: z.nullish(z.int()),
  payload: z.object({
    payment: z.optional(z.object({ entity: paymentEntity })),
    refund: z.optional(z.object({ entity: refundEntity })),
    dispute: z.optional(z.object({ entity: disputeEntity })),
  }),
})

/** Converts Razorpay's payment to ours. */
export function toPayment(entity: z.infer<typeof paymentEntity>): GatewayPayment {
  const { order_id, amount, status, method, error_description, created_at } = entity
  return {
    id: entity.id,
    orderId: order_id ?? '',
    state: status,
    amountPaise: amount,
    refundedPaise: entity.amount_refunded ?? (status === 'refunded' ? amount : 0),
    currency: entity.currency,
    method: (method ?? '').slice(0, 40),
    reason: (error_description ?? '').slice(0, 200),
    begunAt: created_at == null ? undefined : created_at * 1000,
  }
}

/** Converts Razorpay's refund to ours. */
export function toRefund(entity: z.infer<typeof refundEntity>): GatewayRefund {
  const { id: refundId, payment_id: paymentId, amount: amountPaise, receipt, status } = entity
  return { id: refundId, paymentId, amountPaise, receipt: receipt ?? undefined, state: status }
}

const DISPUTE_STATES: Record<string, GatewayDispute['state']> = {
  'payment.dispute.created': 'asked',
  'payment.dispute.action_required': 'asked',
  'payment.dispute.under_review': 'review',
  'payment.dispute.won': 'won',
  'payment.dispute.lost': 'lost',
  'payment.dispute.closed': 'closed',
}

/** Phases in which a bank only asks: a refund may be the right answer. */
const QUESTIONS = ['fraud', 'retrieval']

/** Converts Razorpay's dispute to ours. */
function toDispute(
  entity: z.infer<typeof disputeEntity>,
  state: GatewayDispute['state'],
  seconds: number,
): GatewayDispute {
  const { payment_id: paymentId, amount: amountPaise, reason_code, respond_by } = entity
  const phase = (entity.phase ?? '').slice(0, 40)
  return {
    ...{ id: entity.id, paymentId, amountPaise, state, phase, at: seconds * 1000 },
    reason: (reason_code ?? '').replaceAll('_', ' ').slice(0, 100),
    isHeld: !QUESTIONS.includes(phase),
    answerBy: respond_by == null ? undefined : respond_by * 1000,
  }
}

/**
 * What is stored of a webhook until it is processed: only what the shop reads, and nothing else about the
 * payer, such as name, mail address, phone or card.
 */
export function stripWebhook(raw: Buffer): string {
  const parsed = eventEntity.safeParse(JSON.parse(raw.toString()))
  return JSON.stringify(parsed.success ? parsed.data : {})
}

/** A payment as the body of a webhook. */
export function bodyOf({ id, orderId, state, ...payment }: GatewayPayment): string {
  const {
    amountPaise: amount,
    refundedPaise,
    currency,
    method,
    reason: error_description,
    begunAt,
  } = payment
  const entity = { id, order_id: orderId === '' ? null : orderId, amount, currency, status: state }
  const created_at = begunAt === undefined ? null : begunAt / 1000
  const told = { ...entity, amount_refunded: refundedPaise, method, error_description, created_at }
  return JSON.stringify({ event: `payment.${state}`, payload: { payment: { entity: told } } })
}

/** Parses the body of a webhook whose signature has been verified. */
export function readEvent(
  raw: Buffer | string,
  eventId: string,
): Result<GatewayEvent, 'malformed'> {
  try {
    const body: unknown = JSON.parse(raw.toString())
    const parsed = eventEntity.safeParse(body)
    if (!parsed.success) return { ok: true, value: { kind: 'other', id: eventId } }
    const { event, payload } = parsed.data
    const payment = payload.payment && toPayment(payload.payment.entity)
    if (event.startsWith('refund.') && payload.refund) {
      const refund = toRefund(payload.refund.entity)
      const its = payment?.id === refund.paymentId ? payment : undefined
      return { ok: true, value: { kind: 'refund', id: eventId, refund, payment: its } }
    }
    if (/^(payment\.(authorized|captured|failed)|order\.paid)$/.test(event) && payment) {
      return { ok: true, value: { kind: 'payment', id: eventId, payment } }
    }
    const state = DISPUTE_STATES[event]
    if (state && payload.dispute) {
      const dispute = toDispute(payload.dispute.entity, state, parsed.data.created_at ?? 0)
      return { ok: true, value: { kind: 'dispute', id: eventId, dispute } }
    }
    return { ok: true, value: { kind: 'other', id: eventId } }
  } catch {
    return { ok: false, error: 'malformed' }
  }
}

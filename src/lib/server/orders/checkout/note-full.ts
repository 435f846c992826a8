import { isIP } from 'node:net'
import { HOUR_MS } from '#lib/server/durations.ts'
import { RateLimit } from '#lib/server/http/guards/rate-limit.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { CheckoutRequest } from './checkout-request.ts'

const RULE = { name: 'full network', limit: 1, windowMs: HOUR_MS }

const told = new WeakMap<Payments['settings'], RateLimit>()

/**
 * Logs that a network has too much unpaid, once an hour for each. A network of IPv6 may be a single household's, so it
 * is not named (A43).
 */
export function noteFull(
  { settings, now, log }: Payments,
  { addressBlock: network = '' }: CheckoutRequest,
): void {
  const limit = told.get(settings) ?? new RateLimit(1, now)
  told.set(settings, limit)
  if (limit.take(RULE, network) > 0) return
  log.warn(
    isIP(network.split('/')[0] ?? '') === 4 ? { network } : {},
    'A network has too much unpaid',
  )
}

import { isIP } from 'node:net'
import { HOUR_MS } from '#lib/server/durations.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { CheckoutRequest } from './checkout-request.ts'

/** When each network was last told of. */
const told = new WeakMap<Payments['settings'], Map<string, number>>()

/**
 * Logs that a network has too much unpaid, once an hour for each. A network of IPv6 may be a single household's, so it
 * is not named (A43).
 */
export function noteFull(
  { settings, now, log }: Payments,
  { addressBlock: network = '' }: CheckoutRequest,
): void {
  const [toldAt, time] = [told.get(settings) ?? new Map<string, number>(), now()]
  told.set(settings, toldAt)
  for (const [name, at] of toldAt) if (Math.abs(time - at) >= HOUR_MS) toldAt.delete(name)
  if (toldAt.has(network)) return
  toldAt.set(network, time)
  log.warn(
    isIP(network.split('/')[0] ?? '') === 4 ? { network } : {},
    'A network has too much unpaid',
  )
}

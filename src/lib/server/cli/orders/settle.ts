import type { Db } from '#lib/server/database/schema.ts'
import { closeAttention } from '#lib/server/orders/attention.ts'
import type { Call, ExitCode } from '../call.ts'

/** `orders settle PAYMENT`: takes a payment off the list of `shop status`. */
export async function settle(
  db: Db,
  { flags, terminal }: Call,
  payment: string,
): Promise<ExitCode> {
  const settled = await closeAttention(db, payment, Date.now())
  if (settled === 0) {
    terminal.err(`Nothing of the payment ${payment} needs attention.\n`)
    return 1
  }
  if (flags.json) terminal.out(`${JSON.stringify({ settled })}\n`)
  else terminal.out(`The payment ${payment} is off the list.\n`)
  return 0
}

import { billKind, collectsTax, insteadCause, replacedCause } from '#lib/checkout/bill.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { afterBills, billsOf, sellerNow, writeBill } from './bills.ts'

type Rated = { hsn: string; gst_percent: number | null }
type Replacement = Rated & { position: number; paise: number }

/**
 * Writes a bill of its own for a replacement whose GST rate or HSN code is not that of the line it replaces, as what was
 * billed has neither its goods nor its tax (P19). Call it before the credit note: all take the series in this order.
 * @returns what the credit note for all that it replaces is written for; undefined if the bill holds for it too
 */
export async function billReplacement(
  trx: Trx,
  { id: orderId, region: state, country }: Pick<OrderRow, 'id' | 'region' | 'country'>,
  line: Rated,
  instead: Replacement,
  now: number,
): Promise<string | undefined> {
  const bills = await billsOf(trx, orderId)
  const bill = bills.find(({ cause }) => cause === 'order')
  const seller = await sellerNow(trx)
  if (!bill) return undefined
  const sellers = [seller, bill.seller]
  // Without a GSTIN a bill names no code, and no rate where no tax is collected.
  const isOther =
    (line.hsn !== instead.hsn && sellers.some(({ gstin }) => gstin !== '')) ||
    (rateOf(line) !== rateOf(instead) && sellers.some(collectsTax))
  if (!isOther) return undefined
  const { position, paise } = instead
  const kind = billKind(seller, rateOf(instead) > 0)
  const cause = insteadCause(position)
  const written = { kind, orderId, cause, paise, seller, state, country }
  await writeBill(trx, written, afterBills(bills, now))
  return replacedCause(position)
}

const rateOf = ({ gst_percent }: Rated): number => gst_percent ?? 0

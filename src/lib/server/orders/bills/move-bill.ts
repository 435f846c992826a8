import {
  billKind,
  buyerLines,
  mainBill,
  movedFromCause,
  movedToCause,
  ORDER_CAUSE,
  stillOffCause,
} from '#lib/checkout/bill.ts'
import { isTaxed } from '#lib/checkout/gst.ts'
import { stateOf } from '#lib/checkout/states.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { afterBills, billsOf, leftOfBills, sellerNow, writeBill } from './bills.ts'
import { readOrderLines } from '../order-lines.ts'

/**
 * Keeps an order's bills true after a change of its address: they name whom they were written for, and a tax invoice
 * for another state is taken back as a whole and written anew, for the goods as they are now, as its tax is due there
 * (P19). Call it last: see issueBill.
 * @param before the order with the address that its bills have
 */
export async function moveBill(
  trx: Trx,
  before: OrderRow,
  after: OrderRow,
  now: number,
): Promise<void> {
  await keepBuyer(trx, before, after)
  const bills = await billsOf(trx, after.id)
  const main = mainBill(bills)
  const standing = main ? bills.slice(bills.indexOf(main)) : []
  const isElsewhere = standing.some(
    ({ kind, state, country }) =>
      kind === 'invoice' && isOtherState(country ? state : before.region, after),
  )
  if (main && isElsewhere) await writeAnew(trx, after, bills, main, afterBills(bills, now))
}

type Bills = Awaited<ReturnType<typeof billsOf>>

async function writeAnew(
  trx: Trx,
  { id: orderId, region, country }: OrderRow,
  bills: Bills,
  { seller, ...from }: Bills[number],
  now: number,
): Promise<void> {
  const leftPaise = leftOfBills(bills)
  const brought = (await readOrderLines(trx, orderId)).filter((line) => line.now > 0)
  const paise = brought.reduce((sum, line) => sum + line.paise, 0)
  if (leftPaise <= 0 || paise <= 0) return
  const nth = bills.filter(({ kind, cause }) => kind !== 'credit' && cause !== ORDER_CAUSE).length
  const today = await sellerNow(trx)
  const hasTax = isTaxed(brought.map(({ gst_percent: gst }) => ({ gst })))
  const there = { orderId, seller: today, state: region, country }
  const kind = billKind(today, hasTax)
  const lines = JSON.stringify(
    brought.map((line) => ({ position: line.position, quantity: line.now })),
  )
  // The series are taken in the same order as for a replacement: first the bill's.
  await writeBill(trx, { ...there, kind, cause: movedToCause(nth), paise, lines }, now)
  const here = { orderId, seller, state: from.state, country: from.country }
  const all = { kind: 'credit' as const, cause: movedFromCause(nth), paise: leftPaise }
  await writeBill(trx, { ...here, ...all }, now)
  // What was given back besides goods stays off the new bill, too.
  const besidePaise = paise - leftPaise
  const off = { kind: 'credit' as const, cause: stillOffCause(nth), paise: besidePaise }
  if (besidePaise > 0) await writeBill(trx, { ...there, ...off }, now)
}

/** Bills that named the order's address keep it, where the order now has another. */
async function keepBuyer(trx: Trx, before: OrderRow, after: OrderRow): Promise<void> {
  const [buyer, now] = [before, after].map((row) =>
    buyerLines({
      ...{ name: row.fullname, address: [row.street1, row.street2].filter(Boolean).join(' ') },
      ...{ city: row.city, zipcode: row.zipcode, state: row.region, country: row.country },
      phonenumber: row.phone,
    }).join('\n'),
  )
  if (buyer === now) return
  await trx
    .updateTable('bill')
    .set({ buyer })
    .where('order_id', '=', after.id)
    .where('buyer', '=', '')
    .execute()
}

/** Whether a place in India is in another state, however that is spelled. */
const isOtherState = (state: string, { region, country }: OrderRow): boolean =>
  country === 'India' && (stateOf(state) ?? state) !== (stateOf(region) ?? region)

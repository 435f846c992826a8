import type { Trx } from '#lib/server/database/schema.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { checkBilling } from '#lib/checkout/billing.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { isChangeable, stageOf } from '#lib/counter/stages.ts'
import { whenDelivered, whyNotDelivered } from '#lib/server/orders/delivery.ts'
import { moveBill } from '#lib/server/orders/bills/move-bill.ts'
import { buyerKeys } from '#lib/server/orders/buyer-keys.ts'
import { type Done, readOrderRow, refuseAction } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { indexOrder } from '#lib/server/orders/order-lines.ts'

/** Changes an order's address and contact until it is on its way; checked as at checkout. */
export async function changeDetails(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  input: ActionInput<'details'>,
  now: number,
): Promise<Done> {
  if (!isChangeable(stageOf(order))) return refuseAction('notNow')
  const { country, email } = order
  const checked = checkBilling(
    { ...input, country, email },
    { isMailOptional: email === '', isCountry },
  )
  if (!checked.ok) return refuseAction('malformed')
  const { fullname, city, state, zipcode, phonenumber, note } = checked.value
  // The PIN code that it was ordered to has been checked already.
  const isElsewhere = zipcode !== order.zipcode
  if (isElsewhere && (await whyNotDelivered(trx, country, zipcode))) return refuseAction('pin')
  const { streetaddressline1: street1, streetaddressline2: street2 } = checked.value
  const wanted = {
    fullname,
    street1,
    street2,
    city,
    region: state,
    zipcode,
    phone: phonenumber,
    note,
  }
  // Cash orders are limited by phone and door (G09), so their keys follow.
  const door = order.phone_key === null ? {} : buyerKeys({ phone: phonenumber, street1, zipcode })
  const names = Object.keys(wanted) as (keyof typeof wanted)[]
  const changed = names.filter((name) => order[name] !== wanted[name])
  if (changed.length === 0) return { ok: true, value: order }
  await trx
    .updateTable('orders')
    // What was promised for the first PIN code need not hold for another.
    .set({ ...wanted, ...door, ...(isElsewhere && { arrives: await whenDelivered(trx, zipcode) }) })
    .where('id', '=', order.id)
    .execute()
  await indexOrder(trx, order.id)
  const before = changed.map((name) => order[name]).join(', ')
  const after = changed.map((name) => wanted[name]).join(', ')
  await recordOrderAction(trx, order, actor, { kind: 'details', before, after }, now)
  const moved = await readOrderRow(trx, order.id)
  await moveBill(trx, order, moved, now)
  return { ok: true, value: moved }
}

import { sql } from 'kysely'
import type { OrderStatus } from '#lib/checkout/order.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { accountMessages } from '#lib/texts/page/account.ts'

/** Who is named where an account was deleted. */
export const SOMEBODY = accountMessages.formerCustomer
/** What is left of a buyer: amounts, goods, state and PIN code stay for the books. */
export const NOBODY = {
  ...{ fullname: SOMEBODY, street1: '', street2: '' },
  ...{ phone: '', email: '', note: '' },
}
/** The same of an order, with what it was known by. */
export const NOBODY_ORDERED = { ...NOBODY, track: null, phone_key: null, door_key: null }
/** Orders of which nothing is to be brought to anybody any more. */
export const FINISHED: readonly OrderStatus[] = ['delivered', 'cancelled', 'refunded']

/** Takes the name out of an attempt whose account is gone, and out of the order made of it. */
export async function forgetBuyer(trx: Trx, attemptId: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ ...NOBODY_ORDERED, search: sql<string>`lower(${eb.ref('number')})` }))
    .where('attempt_id', '=', attemptId)
    .where('user_id', 'is', null)
    .execute()
  await trx
    .updateTable('attempt')
    .set({ ...NOBODY, account_key: null })
    .where('id', '=', attemptId)
    .where('user_id', 'is', null)
    .execute()
}

import type { Db } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'

/**
 * The lines of an order as they are delivered: `now` is the current quantity after changes and `paise` its
 * price, and `pack` what was chosen, or the content of the only pack.
 */
export async function readOrderLines(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('order_item')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return rows.map((row) => {
    const now = row.brought_quantity ?? row.quantity
    const pack = row.choice_label || (row.unit ?? '')
    return { ...row, now, paise: row.price_paise * now, pack }
  })
}
export type OrderLine = Awaited<ReturnType<typeof readOrderLines>>[number]

/** The buyer's wish in case it is missing; none for a replacement, which they have agreed to. */
export const missingWish = ({
  replaces,
  if_missing,
}: OrderLine): OrderLine['if_missing'] | undefined => (replaces === null ? if_missing : undefined)

/** A line's product in words: title with what was chosen, or its content. */
export const lineName = ({ title, pack }: Pick<OrderLine, 'title' | 'pack'>): string =>
  `${title} ${pack}`.trimEnd()

type Searched = Pick<
  OrderRow,
  'number' | 'fullname' | 'phone' | 'zipcode' | 'city' | 'street1' | 'street2' | 'email'
> & {
  /** The account's mail address, which may differ from the order's; a guest's row has none. */
  account: string | null
}

/** The text that the desk searches orders by, in lower case. */
function searchText(order: Searched, titles: readonly string[]): string {
  const { number, fullname, phone, zipcode, city, street1, street2, email, account } = order
  const digits = phone.replace(/\D/g, '')
  const mails = new Set([email, account?.includes('@') ? account : ''])
  const where = [zipcode, city, street1, street2]
  return [number, fullname, phone, digits, ...where, ...mails, ...titles]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
}

/** Updates an order's search text, after a change of address, goods or account. */
export async function indexOrder(db: Db, orderId: string): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('user', 'user.id', 'orders.user_id')
    .select(['number', 'fullname', 'orders.phone', 'zipcode', 'city', 'street1', 'street2'])
    .select(['orders.email', 'user.email as account'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const titles = (await readOrderLines(db, orderId)).map(({ title }) => title)
  await db
    .updateTable('orders')
    .set({ search: searchText(order, titles) })
    .where('id', '=', orderId)
    .execute()
}

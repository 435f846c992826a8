import type { Db } from '#lib/server/database/schema.ts'

/**
 * The lines of an order as they are brought: `now` is how many of each, as changed since, and `pack` what was
 * chosen, or what the only pack holds.
 */
export async function linesOf(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('order_item')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    ...row,
    now: row.brought_quantity ?? row.quantity,
    pack: row.choice_label || (row.unit ?? ''),
  }))
}
export type OrderLine = Awaited<ReturnType<typeof linesOf>>[number]

/** What the buyer wishes where it is missing; of a replacement, which they agreed to, there is no wish. */
export const wishOf = ({ replaces, if_missing }: OrderLine): OrderLine['if_missing'] | undefined =>
  replaces === null ? if_missing : undefined

/** A line's product as it is told: with what was chosen, or what it holds. */
export const nameOf = ({ title, pack }: Pick<OrderLine, 'title' | 'pack'>): string =>
  `${title} ${pack}`.trimEnd()

/** What an order is found by, in lower case. */
function searchText(
  order: { number: string; fullname: string; phone: string; zipcode: string; city: string },
  titles: readonly string[],
): string {
  const { number, fullname, phone, zipcode, city } = order
  const digits = phone.replace(/\D/g, '')
  return [number, fullname, phone, digits, zipcode, city, ...titles].join(' ').toLowerCase()
}

/** After a change of address or goods. */
export async function indexOrder(db: Db, orderId: string): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select(['number', 'fullname', 'phone', 'zipcode', 'city'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const titles = (await linesOf(db, orderId)).map(({ title }) => title)
  await db
    .updateTable('orders')
    .set({ search: searchText(order, titles) })
    .where('id', '=', orderId)
    .execute()
}

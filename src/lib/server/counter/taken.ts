import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Database, Db } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { dueOf } from './counter.ts'

/** A record of money taken for an order, or given back of it, that counts: neither corrected nor taken back. */
export type TakenEntry = Selectable<Database['cash_entry']>

/** The records of money taken for an order and given back of it, the earliest first. */
export function readTaken(db: Db, orderId: string): Promise<TakenEntry[]> {
  return db
    .selectFrom('cash_entry')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('refund_id', 'is', null)
    .where('undone_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type Counted = Pick<TakenEntry, 'kind' | 'amount_paise'>

const signOf = ({ kind }: Pick<TakenEntry, 'kind'>): number => (kind === 'taken' ? 1 : -1)

/** The sum of some records, in paise: what was taken less what was given back. */
export const sumTaken = (taken: readonly Counted[]): number =>
  taken.reduce((sum, entry) => sum + signOf(entry) * entry.amount_paise, 0)

/** What some records were to settle of an order, in paise. */
export const sumClaimed = (taken: readonly Pick<TakenEntry, 'kind' | 'due_paise'>[]): number =>
  taken.reduce((sum, entry) => sum + signOf(entry) * entry.due_paise, 0)

/** What is left to be taken for an order, in paise. */
export const restOf = (
  order: Pick<OrderRow, 'amount_paise' | 'reduced_paise'>,
  taken: readonly Counted[],
): number => Math.max(0, dueOf(order) - sumTaken(taken))

/** The paise taken for an order so far and not given back, in a query about orders. */
export const takenPaise = ({ selectFrom }: ExpressionBuilder<Database, 'orders'>) =>
  selectFrom('cash_entry')
    .select(
      sql<number>`coalesce(sum(case cash_entry.kind when 'taken' then cash_entry.amount_paise
        else -cash_entry.amount_paise end), 0)`.as('paise'),
    )
    .whereRef('cash_entry.order_id', '=', 'orders.id')
    .where('cash_entry.refund_id', 'is', null)
    .where('cash_entry.undone_at', 'is', null)

/** Whether a record says that something was taken; one of nothing only says what is short. */
export const isTaken = ({
  kind,
  amount_paise,
}: Pick<TakenEntry, 'kind' | 'amount_paise'>): boolean => kind === 'taken' && amount_paise > 0

/** Whether money came by UPI without the reference by which the bank's list names it. */
export const isUnreferenced = (
  entry: Pick<TakenEntry, 'kind' | 'how' | 'amount_paise' | 'reference'>,
): boolean => isTaken(entry) && entry.how === 'upi' && entry.reference === ''

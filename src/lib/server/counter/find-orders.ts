import { type Expression, type ExpressionBuilder, PostgresAdapter, sql } from 'kysely'
import type { OrderStatus } from '#lib/checkout/order.ts'
import { type OrderFilter } from '#lib/counter/order-filter.ts'
import { dayEnd, dayStart } from '#lib/dates.ts'
import {
  type End,
  isStage,
  nextStep,
  OPEN_STAGES,
  type Stage,
  stageOf,
  STAGES,
  type StepTo,
} from '#lib/counter/stages.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { phoneKey } from '#lib/server/orders/door.ts'
import { dueOf, type Order } from './counter.ts'

/** An order as the desk lists it; sums in paise. */
export type OrderCard = {
  id: string
  number: string
  stage: Stage
  status: OrderStatus
  next: StepTo | undefined
  name: string
  city: string
  zipcode: string
  phone: string
  /** As at its creation, and what is to be paid now. */
  amountPaise: number
  duePaise: number
  isCash: boolean
  units: number
  rider: string
  ended: End | null
  createdAt: number
}

const ORDERS_A_PAGE = 20

type Builder = ExpressionBuilder<Database, 'orders'>

/** The orders of a filter, a page of them; `cursor` leads on to the next. */
export async function findOrders(
  db: Db,
  filter: OrderFilter,
  limit = ORDERS_A_PAGE,
): Promise<{ orders: OrderCard[]; cursor: string | undefined }> {
  const { state = 'all', cursor } = filter
  // What is to be done begins with the oldest, what was done with the newest.
  const isOldestFirst = isStage(state) && OPEN_STAGES.includes(state)
  const direction = isOldestFirst ? 'asc' : 'desc'
  // A plus keeps SQLite from walking all orders by age where few stand at the stage.
  const age = isStage(state) && state !== 'delivered' ? sql`+created_at` : sql`created_at`
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('order_item')
        .select(sql<number>`sum(coalesce(brought_quantity, quantity))`.as('units'))
        .whereRef('order_item.order_id', '=', 'orders.id')
        .as('units'),
    )
    .where((eb) => eb.and(conditions(eb, filter, isPostgres)))
    .$if(cursor !== undefined, (query) =>
      query.where((eb) => after(eb, cursor ?? '', isOldestFirst ? '>' : '<')),
    )
    .orderBy(age, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const orders = rows.slice(0, limit).map(toCard)
  const last = rows.length > limit ? orders.at(-1) : undefined
  return { orders, cursor: last && `${last.createdAt}.${last.id}` }
}

/** The card of an order's row, with the units that are brought. */
export function toCard(row: Order & { units: number | null }): OrderCard {
  const stage = stageOf(row)
  return {
    ...{ id: row.id, number: row.number, stage, status: row.status, next: nextStep(stage) },
    ...{ name: row.fullname, city: row.city, zipcode: row.zipcode, phone: row.phone },
    ...{ amountPaise: row.amount_paise, duePaise: dueOf(row), isCash: row.payment_id === null },
    ...{ units: Number(row.units ?? 0), rider: row.rider, ended: row.ended },
    createdAt: row.created_at,
  }
}

function conditions(
  eb: Builder,
  { state = 'all', q = '', from, to, pay }: OrderFilter,
  isPostgres: boolean,
) {
  const all = []
  const words = wordsOf(q)
  // Of many orders SQLite is to look for the words in the index that has them, not row by row.
  const isByWords = words.length > 0 && state === 'delivered' && !isPostgres
  const status = isByWords ? sql<OrderStatus>`+status` : eb.ref('status')
  if (isStage(state)) all.push(isAt(eb, state, status))
  else if (state !== 'all') all.push(eb('status', '=', state))
  for (const word of words) {
    all.push(isPostgres ? hasLetters(word) : hasText(word))
  }
  if (from !== undefined) all.push(eb('created_at', '>=', dayStart(from)))
  if (to !== undefined) all.push(eb('created_at', '<', dayEnd(to)))
  if (pay !== undefined) all.push(eb('payment_id', pay === 'cash' ? 'is' : 'is not', null))
  return all
}

/** A telephone is found however it is spelled: within what orders say it is its last ten digits. */
function wordsOf(q: string): string[] {
  const isPhone = /^\+?[\d\s().-]+$/.test(q.trim()) && q.replaceAll(/\D/g, '').length >= 10
  return isPhone ? [phoneKey(q)] : q.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Of SQLite's ways to find a text in a text the quickest. */
const hasText = (word: string) =>
  sql<boolean>`search glob ${`*${word.replaceAll(/[*?[]/g, '[$&]')}*`}`

/** By PostgreSQL's index of three letters each, which less has no use for. */
const hasLetters = (word: string) =>
  word.length < 3
    ? sql<boolean>`strpos(search, ${word}) > 0`
    : sql<boolean>`search like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** The same as `stageOf` says of a row. */
function isAt(eb: Builder, stage: Stage, status: Expression<OrderStatus>) {
  const isOpen = eb('ended', 'is', null)
  if (stage === 'ended') {
    return eb.or([eb(status, 'in', ['cancelled', 'refunded']), eb('ended', 'is not', null)])
  }
  if (stage === 'attention') return eb.and([eb(status, '=', 'needs_attention'), isOpen])
  if (stage === 'out') return eb.and([eb(status, '=', 'out_for_delivery'), isOpen])
  if (stage === 'packed' || stage === 'delivered') return eb.and([eb(status, '=', stage), isOpen])
  if (stage === 'accepted') {
    return eb.and([eb(status, '=', 'confirmed'), eb('accepted_at', 'is not', null), isOpen])
  }
  const isUnseen = eb.or([eb(status, '=', 'pending'), eb('accepted_at', 'is', null)])
  return eb.and([eb(status, 'in', ['pending', 'confirmed']), isUnseen, isOpen])
}

function after(eb: Builder, cursor: string, than: '<' | '>') {
  const [at = '', id = ''] = cursor.split('.')
  // The bound of its own is what an index begins at; of the rest it knows nothing.
  return eb.and([
    eb('created_at', `${than}=`, Number(at)),
    eb.or([eb('created_at', than, Number(at)), eb('id', than, id)]),
  ])
}

/** How many orders stand at each stage. */
export async function countStages(db: Db): Promise<Record<Stage, number>> {
  const rows = await db
    .selectFrom('orders')
    .select((eb) => ['status', 'ended', eb.fn.countAll<number>().as('count')])
    .groupBy(['status', 'ended'])
    .execute()
  const { unseen } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('unseen'))
    .where('status', '=', 'confirmed')
    .where('ended', 'is', null)
    .where('accepted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const counts = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>
  for (const { status, ended, count } of rows) {
    counts[stageOf({ status, ended, accepted_at: 1 })] += Number(count)
  }
  counts.new += Number(unseen)
  counts.accepted -= Number(unseen)
  return counts
}

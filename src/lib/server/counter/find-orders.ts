import { isOnPostgres } from '#lib/server/database/on-postgres.ts'
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { type BillNumber, readBillNumber } from '#lib/checkout/bill.ts'
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
import { unindexed } from '#lib/server/database/unindexed.ts'
import { phoneKey } from '#lib/server/orders/buyer-keys.ts'
import { dueOf } from './counter.ts'
import { isOfRider } from './riders.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'

/** An order in the desk's list; sums in paise. */
export type OrderCard = {
  id: string
  number: string
  stage: Stage
  status: OrderStatus
  next: StepTo | undefined
  name: string
  street1: string
  street2: string
  city: string
  region: string
  country: string
  zipcode: string
  phone: string
  /** The amount when it was ordered, and what is to be paid now. */
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

/** A page of the orders that match a filter; `cursor` leads to the next page. */
export async function findOrders(
  db: Db,
  filter: OrderFilter,
  limit = ORDERS_A_PAGE,
): Promise<{ orders: OrderCard[]; cursor: string | undefined }> {
  const { state = 'all', cursor } = filter
  // Work to be done begins with the oldest order, finished work with the newest.
  const isOldestFirst = isStage(state) && OPEN_STAGES.includes(state)
  const direction = isOldestFirst ? 'asc' : 'desc'
  // The plus keeps SQLite from walking all orders by age to find the few at this stage.
  const age = isOldestFirst ? sql`+created_at` : sql`created_at`
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
    .where((eb) => eb.and(conditions(db, eb, filter)))
    .$if(cursor !== undefined, (query) =>
      query.where((eb) => after(eb, cursor ?? '', isOldestFirst ? '>' : '<')),
    )
    .orderBy(age, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const orders = rows.slice(0, limit).map(toOrderCard)
  const last = rows.length > limit ? orders.at(-1) : undefined
  return { orders, cursor: last && `${last.createdAt}.${last.id}` }
}

/** The desk's card for an order's row, which has its delivered units. */
export function toOrderCard(row: OrderRow & { units: number | null }): OrderCard {
  const stage = stageOf(row)
  return {
    ...{ id: row.id, number: row.number, stage, status: row.status, next: nextStep(stage) },
    ...{ name: row.fullname, street1: row.street1, street2: row.street2, city: row.city },
    ...{ zipcode: row.zipcode, region: row.region, country: row.country, phone: row.phone },
    ...{ amountPaise: row.amount_paise, duePaise: dueOf(row), isCash: row.payment_id === null },
    ...{ units: Number(row.units ?? 0), rider: row.rider, ended: row.ended },
    createdAt: row.created_at,
  }
}

function conditions(
  db: Db,
  eb: Builder,
  { state = 'all', q = '', from, to, pay, rider }: OrderFilter,
) {
  const isPostgres = isOnPostgres(db)
  const all = []
  const words = wordsOf(q)
  // The plus has SQLite search delivered orders through the index of their words, not row by row by status.
  const isByWords = words.length > 0 && state === 'delivered' && !isPostgres
  const status = isByWords ? sql<OrderStatus>`+status` : eb.ref('status')
  if (isStage(state)) all.push(isAt(eb, state, status))
  else if (state !== 'all') all.push(eb('status', '=', state))
  for (const word of words) {
    const isFound = isPostgres ? hasLetters(word) : hasText(word)
    const bill = readBillNumber(word)
    all.push(bill ? eb.or([isFound, hasBill(eb, bill)]) : isFound)
  }
  if (from !== undefined) all.push(eb('created_at', '>=', dayStart(from)))
  if (to !== undefined) all.push(eb('created_at', '<', dayEnd(to)))
  if (pay !== undefined) {
    all.push(eb(unindexed('payment_id'), pay === 'cash' ? 'is' : 'is not', null))
  }
  if (rider !== undefined) all.push(isOfRider(db, rider))
  return all
}

/** The words to search for. A phone number becomes its last ten digits, which match however it was written. */
function wordsOf(q: string): string[] {
  const isPhone = /^\+?[\d\s().-]+$/.test(q.trim()) && q.replaceAll(/\D/g, '').length >= 10
  return isPhone ? [phoneKey(q)] : q.toLowerCase().split(/\s+/).filter(Boolean)
}

/** The order of a bill or a credit note (P21). */
const hasBill = (eb: Builder, { kind, year, number }: BillNumber) =>
  eb(
    'orders.id',
    'in',
    eb
      .selectFrom('bill')
      .select('bill.order_id')
      .where('bill.kind', '=', kind)
      .where('bill.year', '=', year)
      .where('bill.number', '=', number),
  )

/** The fastest substring search in SQLite. */
const hasText = (word: string) =>
  sql<boolean>`search glob ${`*${word.replaceAll(/[*?[]/g, '[$&]')}*`}`

/** Uses PostgreSQL's trigram index, which does not work for less than three letters. */
const hasLetters = (word: string) =>
  word.length < 3
    ? sql<boolean>`strpos(search, ${word}) > 0`
    : sql<boolean>`search like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** The condition that `stageOf` returns this stage. */
function isAt(eb: Builder, stage: Stage, status: Expression<OrderStatus>) {
  const isOpen = eb('ended', 'is', null)
  if (stage === 'ended') {
    // Written as in the index of just these.
    return sql<boolean>`(status in ('cancelled', 'refunded') or ended is not null)`
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
  // The separate bound on the time lets an index start there; the `or` alone would not.
  return eb.and([
    eb('created_at', `${than}=`, Number(at)),
    eb.or([eb('created_at', than, Number(at)), eb('id', than, id)]),
  ])
}

/** The number of orders at each stage. */
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

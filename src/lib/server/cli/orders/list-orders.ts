import { takenOff } from '#lib/checkout/taken-off.ts'
import { actionKind, type OrderAct } from '#lib/counter/order-actions.ts'
import { orderFilterSchema } from '#lib/counter/order-filter.ts'
import { formatMoment, isoMoment } from '#lib/dates.ts'
import { formatPaise, paiseToRupees } from '#lib/money.ts'
import { findOrders, type OrderCard, toOrderCard } from '#lib/server/counter/find-orders.ts'
import { moneyOf, type OrderMoney } from '#lib/server/counter/order-money.ts'
import { showOrder, type ShownOrder } from '#lib/server/counter/show-order.ts'
import { eventsOf } from '#lib/server/orders/read-orders.ts'
import { lineName } from '#lib/server/orders/order-lines.ts'
import { isTaken, isUnreferenced } from '#lib/server/counter/taken.ts'
import { cashEntryText, counterTexts } from '#lib/texts/page/counter-desk.ts'
import { elsewhereTexts, refundStateText } from '#lib/texts/page/elsewhere.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Call, ExitCode } from '../call.ts'
import { UsageError } from '../verb.ts'
import { orderSummary, shapeOf } from './print-orders.ts'

const AT_ONCE = 50
const MAX_AT_ONCE = 1000

/** `orders list [STATE]`: prints a page of orders, and the cursor of the next. */
export async function printOrders(
  db: Db,
  { flags, terminal }: Call,
  state: string | undefined,
): Promise<ExitCode> {
  const { search: q, limit = String(AT_ONCE), state: named = state, ...texts } = flags.texts
  const filter = orderFilterSchema.safeParse({ state: named, q, ...texts })
  if (!filter.success) {
    const [name = 'state'] = filter.error.issues[0]?.path ?? []
    const what =
      name === 'state'
        ? `${JSON.stringify(named)} is not a STATE`
        : `--${String(name)} cannot be read`
    throw new UsageError(`${what}.`, { showsHelp: true })
  }
  const most = /^[1-9]\d{0,3}$/.test(limit) ? Math.min(Number(limit), MAX_AT_ONCE) : AT_ONCE
  const found = await findOrders(db, filter.data, most)
  const next = found.cursor ?? null
  const money = await moneyOf(
    db,
    found.orders.map(({ id }) => id),
  )
  if (flags.json) {
    terminal.out(
      `${JSON.stringify({ orders: found.orders.map((card) => shapeOf(card, money(card.id))), cursor: next })}\n`,
    )
    return 0
  }
  const lines =
    found.orders.length === 0
      ? ['There are no orders.']
      : found.orders.map((card) => orderSummary(card, money(card.id)))
  terminal.out(`${lines.join('\n')}\n`)
  if (next !== null) terminal.err(`More with --cursor ${next}\n`)
  return 0
}

/** `orders show NUMBER`: prints one order. */
export async function showOne(db: Db, { flags, terminal }: Call, which: string): Promise<ExitCode> {
  const shown = await showOrder(db, which, Date.now())
  if (!shown) {
    terminal.err(`There is no order ${which}.\n`)
    return 1
  }
  const { order, lines: items, actions, cash, payment, refunds, duePaise } = shown
  const events = await eventsOf(db, order.id)
  const card = toOrderCard({ ...order, units: items.reduce((sum, { now }) => sum + now, 0) })
  const money = (await moneyOf(db, [order.id]))(order.id)
  if (flags.json) {
    const all = { ...wholeOf(order, card, money), items, events, actions, cash, payment, refunds }
    terminal.out(`${JSON.stringify({ order: all })}\n`)
    return 0
  }
  const { fullname, street1, street2, city, region, zipcode, country, phone, email, note } = order
  const offPaise = takenOff(items, duePaise)
  const lines = [
    orderSummary(card, money),
    [fullname, street1, street2, city, region, zipcode, country].filter(Boolean).join(', '),
    `${phone}, ${email}${note && `; note: ${note}`}`,
    ...items.map((line) => {
      const sum = formatPaise(line.paise)
      return `  ${line.position}: ${line.now} x ${lineName(line)}: Rs ${sum}`
    }),
    ...(offPaise > 0 ? [`  ${counterTexts.takenOff}: Rs ${formatPaise(offPaise)}`] : []),
    ...cash.filter(isTaken).map((entry, index) => {
      const missing = isUnreferenced(entry) ? `, ${counterTexts.noReference}` : ''
      return `  money ${index}: Rs ${cashEntryText(entry)}${missing}, by ${entry.who}`
    }),
    ...refunds.map((refund, index) => {
      const sum = formatPaise(refund.amount_paise)
      const unsure = refund.canGiveElsewhere && refund.isUnsure ? `. ${elsewhereTexts.unsure}` : ''
      return `  refund ${index}: Rs ${sum}, ${refundStateText(refund)}${unsure}`
    }),
    ...events.map((event) => `  ${formatMoment(event.created_at)} ${event.status}: ${event.note}`),
    ...actions.map((action) => `  ${formatMoment(action.created_at)} ${describe(action)}`),
  ]
  terminal.out(`${lines.join('\n')}\n`)
  return 0
}

/** An order with everything that the desk shows about it. */
function wholeOf(order: ShownOrder['order'], card: OrderCard, money: OrderMoney) {
  const { fullname, street1, street2, city, region, zipcode, country } = order
  const { phone, email, note, rider, ended, end_reason, accepted_at, reduced_paise } = order
  return {
    ...shapeOf(card, money),
    deliverto: { fullname, street1, street2, city, region, zipcode, country },
    ...{ phone, email, note, rider, ended, endreason: end_reason },
    acceptedat: accepted_at === null ? null : isoMoment(accepted_at),
    reduced: paiseToRupees(reduced_paise),
  }
}

type Action = OrderAct & { who: string; after: string; note: string }
const describe = ({ who, kind, before, after, note }: Action) =>
  `${who}: ${actionKind({ kind, before })} ${[before, after].filter(Boolean).join(' → ')}${note && ` (${note})`}`

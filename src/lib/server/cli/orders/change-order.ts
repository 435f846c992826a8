import { ORDER_ACTIONS, type OrderAction } from '#lib/counter/order-actions.ts'
import { nextStep, type StepTo, stageOf } from '#lib/counter/stages.ts'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { readOrderRow } from '#lib/server/counter/counter.ts'
import { decimalPrice } from '#lib/money.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { isTaken } from '#lib/server/counter/taken.ts'
import { COMMAND_LINE } from '#lib/server/orders/record-order-action.ts'
import { toOrderCard } from '#lib/server/counter/find-orders.ts'
import { moneyOf } from '#lib/server/counter/order-money.ts'
import { showOrder, type ShownOrder } from '#lib/server/counter/show-order.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { refundOrder } from '#lib/server/orders/refund-order.ts'
import { actionReasons, faultText } from '#lib/texts/page/counter.ts'
import type { Call, ExitCode } from '../call.ts'
import { UsageError } from '../verb.ts'
import { askElsewhere, elsewhereNote } from './ask-elsewhere.ts'
import { orderSummary, shapeOf } from './print-orders.ts'
import { usageOf } from './usage.ts'

/** A verb that changes orders. */
export type ChangeVerb =
  | ('accept' | 'advance' | 'undo' | 'cancel' | 'refused' | 'undelivered' | 'returned')
  | ('cash' | 'line' | 'refund' | 'elsewhere' | 'details')

/**
 * Changes orders as the desk does, and prints them. One that cannot be changed does not hold up the
 * others. JSON has `order` for one number, and `orders` for several.
 */
export async function changeOrders(
  db: Db,
  call: Call,
  verb: ChangeVerb,
  numbers: string[],
): Promise<ExitCode> {
  const changed: OrderRow[] = []
  for (const number of numbers) {
    const order = await changeOrder(db, call, verb, number)
    if (!order) continue
    changed.push(order)
    if (!call.flags.json) call.terminal.out(`${orderSummary(...(await summed(db, order)))}\n`)
  }
  if (call.flags.json && changed.length > 0) {
    const shapes = []
    for (const order of changed) shapes.push(shapeOf(...(await summed(db, order))))
    const answer = numbers.length === 1 ? { order: shapes[0] } : { orders: shapes }
    call.terminal.out(`${JSON.stringify(answer)}\n`)
  }
  return changed.length === numbers.length ? 0 : 1
}

async function summed(db: Db, order: OrderRow) {
  const money = await moneyOf(db, [order.id])
  return [toOrderCard({ ...order, units: 0 }), money(order.id)] as const
}

/** @returns the order as it is now, or undefined if it stays as it was and the reason has been said */
async function changeOrder(
  db: Db,
  call: Call,
  verb: ChangeVerb,
  which: string,
): Promise<OrderRow | undefined> {
  const shown = await showOrder(db, which, Date.now())
  if (!shown) return refuse(call, `There is no order ${which}.`)
  const { order } = shown
  if (verb === 'refund' && isRefundOfAll(call)) return refundAll(db, call, order)
  const asked = askFor(verb, shown, call)
  if (!asked)
    return refuse(call, `Order ${order.number} is ${order.status}; there is no next step.`)
  const done = await actOnOrder({ db, now: Date.now }, COMMAND_LINE, order.id, ...asked)
  if (!done.ok && done.error === 'malformed') throw new UsageError(whatIsWrong(verb, asked))
  if (!done.ok) return refuse(call, `Order ${order.number}: ${faultText(done, WORDS)}`)
  const note = asked[0] === 'elsewhere' ? elsewhereNote(shown, asked[1]) : undefined
  if (note !== undefined) call.terminal.err(`${note}\n`)
  return done.value
}

/** The desk's messages, reworded where they speak of something to tick. */
const WORDS = {
  ...actionReasons,
  notAgreed: 'The customer has not asked for something similar. Call them, then add --agreed yes.',
  needsPack: 'It is sold in packs: add --pack.',
  otherTotal: 'Say with --total what the order costs then; it must fit --amount.',
  beyond: `${actionReasons.beyond} Add --beyond returned or --beyond never.`,
  veg: 'The replacement has a different green or brown mark. Ask the customer, then add --agreed yes.',
}

type Change = [action: OrderAction, input: Record<string, unknown>]

function askFor(verb: ChangeVerb, shown: ShownOrder, { flags, args }: Call): Change | undefined {
  const { order, stage: from, reduciblePaise } = shown
  const { texts } = flags
  if (verb === 'accept') return ['step', { to: 'accepted' }]
  if (verb === 'advance') {
    const to = nextOf(order)
    return to && ['step', { to, from, ...texts }]
  }
  if (verb === 'undo') return ['undo', { from }]
  if (verb === 'cash') return askForMoney(shown, texts)
  if (verb === 'refund') {
    const { total: newtotal, ...said } = texts
    return ['refund', { reduciblePaise, newtotal, ...said }]
  }
  if (verb === 'elsewhere') return ['elsewhere', askElsewhere(shown, texts)]
  if (verb === 'line') {
    const [, , position, quantity] = args
    const line = { position, quantity, ...texts }
    // The desk's form writes off undelivered units by default; here that default would not be visible.
    if (!('units' in texts) && ORDER_ACTIONS.line.safeParse(line).success) {
      throw new UsageError(
        'orders line needs --units: back returns undelivered units to the shelf, lost writes them off.',
      )
    }
    return ['line', line]
  }
  if (verb === 'details') return ['details', detailsOf(order, texts)]
  const as = verb === 'cancel' ? 'cancelled' : verb
  return ['end', { as, ...texts }]
}

/** Records money, or with `--entry` corrects a record, of which what is not said stays as it is. */
function askForMoney(
  { cash, restPaise }: ShownOrder,
  { entry: which, ...said }: Record<string, string | undefined>,
): Change {
  if (which === undefined) return ['cash', { ...said, restPaise }]
  const entry = cash.filter(isTaken)[/^\d{1,4}$/.test(which) ? Number(which) : -1]
  if (!entry)
    throw new UsageError('orders cash: --entry is the number of a record that orders show lists.')
  const { id, how, rider, reference, amount_paise } = entry
  return [
    'correct',
    { amount: decimalPrice(amount_paise), how, rider, reference, ...said, entry: id },
  ]
}

/** Fields that have another name on the command line than in a form. */
const WORD_OF: Record<string, string> = {
  ...{ position: 'LINE', quantity: 'QUANTITY', fullname: '--name', zipcode: '--pin' },
  ...{ streetaddressline1: '--street', streetaddressline2: '--street2', state: '--region' },
  ...{ phonenumber: '--phone', newtotal: '--total' },
}

/** Names the flag or word that is missing or wrong, to spare a search in the help. */
function whatIsWrong(verb: ChangeVerb, [action, input]: Change): string {
  const found = ORDER_ACTIONS[action].safeParse(input).error?.issues[0]?.path[0]
  const field = typeof found === 'string' ? found : verb === 'refund' ? 'amount' : undefined
  // A complete address may still be refused by the rules of the checkout form.
  if (field === undefined) return `orders ${verb}: please look at what you typed again.`
  const word = WORD_OF[field] ?? `--${field}`
  const said = input[field]
  if (said === undefined) return `orders ${verb} needs ${word}. ${usageOf(verb)}`.trimEnd()
  return `orders ${verb}: ${word} cannot be ${JSON.stringify(said)}.`
}

/** The order's present details, overridden by those given. */
function detailsOf(order: OrderRow, said: Record<string, string>): Record<string, string> {
  const { name = order.fullname, phone = order.phone, street = order.street1, ...others } = said
  const { street2 = order.street2, region = order.region, pin = order.zipcode, ...more } = others
  return {
    ...{ fullname: name, streetaddressline1: street, streetaddressline2: street2 },
    ...{ city: order.city, state: region, zipcode: pin, phonenumber: phone, note: order.note },
    ...more,
  }
}

/** The next step. A paid order is packed directly here: whoever advances it has seen it. */
function nextOf(order: OrderRow): StepTo | undefined {
  return order.status === 'confirmed' ? 'packed' : nextStep(stageOf(order))
}

const REFUND_FAULTS = {
  unknown: 'There is no such order.',
  unpaid: 'It was not paid online; give the money back by hand.',
  refunded: 'It is refunded already.',
  askedFor:
    'A refund of everything has already been requested. If it failed, make it in the payment provider’s dashboard.',
  disputed: actionReasons.disputed,
  onItsWay:
    'It is on its way. Record how it ended with orders undelivered or orders refused; all that was paid is then refunded.',
}

/**
 * Whether to refund everything. That must be said explicitly, as it also cancels the order.
 * @throws UsageError unless exactly one of `--all` and `--amount` is given
 */
function isRefundOfAll({ flags: { all, texts } }: Call): boolean {
  if (all !== 'amount' in texts) return all
  throw new UsageError(
    'orders refund: say --amount RUPEES and --reason R, or --all, which also cancels the order.',
  )
}

async function refundAll(db: Db, call: Call, order: OrderRow): Promise<OrderRow | undefined> {
  const done = await refundOrder(db, order.id, Date.now(), call.flags.texts['reason'])
  if (!done.ok) return refuse(call, `Order ${order.number}: ${REFUND_FAULTS[done.error]}`)
  return await readOrderRow(db, order.id)
}

function refuse({ terminal }: Call, reason: string): undefined {
  terminal.err(`${reason}\n`)
}

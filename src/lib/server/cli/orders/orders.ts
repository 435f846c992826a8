import type { Db } from '#lib/server/database/schema.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from '../call.ts'
import { printBills, printCashBook, printDayBook, printPickList, printSold } from './books.ts'
import { changeOrders, type ChangeVerb } from './change-order.ts'
import { printOrders, showOne } from './list-orders.ts'
import { settle } from './settle.ts'
import { neededWords } from './usage.ts'
import { COMMON_HELP, UsageError, type Verb } from '../verb.ts'
import { withDatabase } from '../with-database.ts'

/** What an action does, how many words follow it, and which flags with a text it reads: it gets no others. */
type Action = {
  run: (db: Db, call: Call, words: string[]) => Promise<ExitCode>
  words: readonly [least: number, most: number]
  flags?: readonly string[]
}

/** A verb that changes one order, or several. */
const change = (name: ChangeVerb, flags: readonly string[] = [], most = 1): Action => ({
  run: (db, call, words) =>
    changeOrders(db, call, name, most === SEVERAL ? words : words.slice(0, 1)),
  ...{ words: [1, most], flags },
})

const SEVERAL = 100
const ENDED = ['reason', 'units']
const ADDRESS = ['name', 'street', 'street2', 'city', 'region', 'pin', 'phone', 'note']

const ACTIONS: Record<string, Action> = {
  list: {
    run: (db, call, [state]) => printOrders(db, call, state),
    ...{
      words: [0, 1],
      flags: ['state', 'search', 'from', 'to', 'pay', 'rider', 'cursor', 'limit'],
    },
  },
  show: { run: (db, call, [which = '']) => showOne(db, call, which), words: [1, 1] },
  accept: change('accept', [], SEVERAL),
  advance: change('advance', ['rider', 'how', 'reference'], SEVERAL),
  undo: change('undo', [], SEVERAL),
  cancel: change('cancel', ENDED),
  refused: change('refused', ENDED),
  undelivered: change('undelivered', ENDED),
  returned: change('returned', ENDED),
  line: change('line', ['units', 'instead', 'pack', 'count', 'agreed'], 3),
  cash: change('cash', ['amount', 'how', 'reference', 'rider', 'entry']),
  details: change('details', ADDRESS),
  refund: change('refund', ['amount', 'reason', 'total', 'beyond']),
  elsewhere: change('elsewhere', ['how', 'reference', 'refund']),
  pick: { run: printPickList, words: [1, SEVERAL] },
  daybook: { run: (db, call, [day]) => printDayBook(db, call, day), words: [0, 1] },
  cashbook: { run: (db, call, [day]) => printCashBook(db, call, day), words: [0, 1] },
  bills: {
    run: (db, call, [month]) => printBills(db, call, month),
    ...{ words: [0, 1], flags: ['from', 'to'] },
  },
  sold: {
    run: (db, call, [month]) => printSold(db, call, month),
    ...{ words: [0, 1], flags: ['from', 'to'] },
  },
  settle: { run: (db, call, [payment = '']) => settle(db, call, payment), words: [1, 1] },
}

/** `shop orders VERB …`: lists orders, and changes them as the desk does. */
export async function orders(call: Call): Promise<ExitCode> {
  const [name = 'list', ...words] = call.args
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action) {
    throw new UsageError(`orders does not know ${JSON.stringify(name)}.`, { showsHelp: true })
  }
  const [least, most] = action.words
  if (words.length < least)
    throw new UsageError(`orders ${name} needs ${neededWords(name)}.`, { showsHelp: true })
  if (words.length > most)
    throw new UsageError(`orders ${name} does not take ${JSON.stringify(words[most])}.`)
  const foreign = Object.keys(call.flags.texts).find((flag) => !action.flags?.includes(flag))
  if (foreign !== undefined) throw new UsageError(`orders ${name} does not take --${foreign}.`)
  if (call.flags.all && name !== 'refund')
    throw new UsageError(`orders ${name} does not take --all.`)
  return withDatabase(call, (db) => action.run(db, call, words))
}

/** Flags with a text that any action reads. */
const TEXTS = new Set(Object.values(ACTIONS).flatMap(({ flags = [] }) => flags))

export const verb: Verb = {
  usage: 'orders',
  about: 'lists orders, and changes them as the desk does',
  options: {
    ...Object.fromEntries(Array.from(TEXTS, (name) => [name, { type: 'string' as const }])),
    all: { type: 'boolean' },
  },
  paths: { least: 0, most: 101 },
  run: orders,
  help: `Usage: ${SHOP_CALL} orders [list [STATE] | VERB NUMBER …] [options] [--json]

  list [STATE]      the newest first, what is still to be done the oldest first; STATE is new, accepted,
                    packed, out, attention, delivered, ended, or a status; 50 at a time
    --search TEXT   by number, bill or credit note (T/2627/000042), name, phone, email, street, PIN, city or product
    --pay HOW       cash or paid
    --rider NAME    those that this rider brings or brought
    --from, --to    days such as 2026-11-22
    --limit N       so many at a time
    --cursor C      continue after the last list
  show NUMBER       one order, with what was done with it
  accept NUMBER…    marks orders as seen
  advance NUMBER…   takes the next step (--rider NAME when it leaves)
  undo NUMBER…      takes the last step back, for ten minutes
  cancel NUMBER --reason R        before it leaves the shop; also one that is paid in cash
  refused NUMBER --reason R       it was not accepted at the door
  undelivered NUMBER --reason R   it could not be delivered
  returned NUMBER --reason R      the buyer returned it
  line NUMBER LINE QUANTITY       delivers fewer of a line; lines are counted from 0; of an order that
                    has left, how many were kept, as some were not taken or were given back
    --instead SKU [--pack P] [--count N] [--agreed yes]    another product in its place
    --units back|lost             for cancel, refused, undelivered, returned and line: units go back on
                                  the shelf, or are written off; a line needs it, for the others they
                                  go back if nothing is said
  cash NUMBER --amount RUPEES [--how cash|upi] [--reference R] [--rider NAME]    what was taken,
                    beside what is recorded already
    --entry N       corrects a record instead, as show numbers them; --amount 0 takes it back
  details NUMBER    where it goes, until it is on its way; what is not said stays as it is:
    --name, --street, --street2, --city, --region, --pin, --phone, --note
  refund NUMBER --amount RUPEES --reason R      gives a part back; of a cash order it is taken off:
    --total RUPEES                what a cash order costs then
    --beyond returned|never       whether money recorded beyond that was handed back, or never collected
  refund NUMBER --all             gives all of it back and, until it leaves the shop, cancels the order
  elsewhere NUMBER --how cash|upi|bank [--reference R] [--refund N]    you gave a refund back by hand that
                    the payment provider refused: it is no longer asked for it, and the buyer is told;
                    N is the refund's number, as show lists them; an order with several needs it, and so
                    does a correction of what is recorded
  pick NUMBER…      what is to be fetched for these orders, aisle by aisle
  daybook [DAY]     the orders of a day and what became of their money, as CSV
  cashbook [DAY]    what each rider collected, and still has to collect
  bills [MONTH]     the bill book of a month such as 2026-11, as CSV: bills and credit notes by rate of GST
                    and HSN code, then the first and last number of each series and which are missing
    --from, --to    of these days instead
  sold [MONTH]      what was sold in a month, or with --from and --to, by product and pack, as CSV
  settle PAYMENT    takes what needed attention off the list of status

A refund is written down here; the running shop asks the payment provider for it.

${COMMON_HELP}`,
}

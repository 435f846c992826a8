import { counted } from '#lib/texts/counted.ts'
import { endingTexts } from './order-events.ts'
import { actionKind, type OrderAct, type OrderAction } from '#lib/counter/order-actions.ts'
import { formatPaise, priceText } from '#lib/money.ts'
import type { End, Stage, StepTo } from '#lib/counter/stages.ts'

/** Labels of the desk's tabs. */
export const STAGE_NAMES: Record<Stage, string> = {
  new: 'New',
  accepted: 'To pack',
  packed: 'Packed',
  out: 'On the way',
  attention: 'To check',
  delivered: 'Delivered',
  ended: 'Ended',
}

/** Labels of the large button. */
export const STEP_NAMES: Record<StepTo, string> = {
  accepted: 'Accept',
  packed: 'Packed',
  out: 'Out for delivery',
  delivered: 'Delivered',
}

/** The choices for an order that is not kept. */
export const END_NAMES: Record<End, string> = {
  cancelled: 'Cancel the order',
  ...endingTexts,
}

/** How an order that was not kept has ended. */
export const ENDED_NAMES: Record<End, string> = {
  ...END_NAMES,
  cancelled: 'Cancelled',
}

/** How an order has ended; a buyer's own cancellation is recorded by status alone. */
export const endedName = ({ ended, status }: { ended: End | null; status: string }): string => {
  if (ended !== null) return ENDED_NAMES[ended]
  return status === 'refunded' ? counterTexts.refunded : ENDED_NAMES.cancelled
}

/** What was done with an order, as its history names it. */
const ACTION_NAMES: Record<OrderAction, string> = {
  step: 'Step:',
  undo: 'Taken back:',
  end: 'Ended:',
  line: 'Changed:',
  refund: 'Refunded:',
  elsewhere: 'Given back elsewhere:',
  cash: 'Money:',
  correct: 'Money:',
  details: 'Details:',
}

/** What became of units that were not delivered. */
const UNIT_FATES = { back: 'units back', lost: 'written off' }

const HOWS = { cash: 'Cash', upi: 'UPI' }

const REFUND_STATES = {
  pending: 'on its way',
  refused:
    'not accepted by the payment provider yet; the shop keeps trying for a day, so do not make it there as well',
  processed: 'done',
  failed: 'failed',
}

/** The name of an entry of an order's history. */
export const actionName = (said: OrderAct): string => ACTION_NAMES[actionKind(said)]

type Said = OrderAct & { after: string; note: string }

/**
 * An entry of an order's history in words: stages as the tabs name them, ends, and what became of
 * units.
 */
export function actionText({ kind, before, after, note }: Said): string {
  const isStep = kind === 'step' || kind === 'undo' || kind === 'end'
  const names: Record<string, string> = isStep ? { ...STAGE_NAMES, ...ENDED_NAMES } : {}
  const notes: Record<string, string> = kind === 'line' ? UNIT_FATES : {}
  const change = [before, after].filter(Boolean).map((text) => names[text] ?? text)
  return `${change.join(' → ')}${note && ` (${notes[note] ?? note})`}`
}

type Entry = {
  amount_paise: number | undefined
  how: 'cash' | 'upi'
  reference: string
  rider: string
}

/** A record of money as the history shows it: the sum, the way, the UPI reference and the rider. */
export const cashEntryText = ({ amount_paise: paise, how, reference, rider }: Entry): string =>
  [paise === undefined ? '' : formatPaise(paise), HOWS[how], reference, rider]
    .filter(Boolean)
    .join(' ')

const LIST = new Intl.ListFormat('en-IN')

/** Texts of the counter's pages. */
export const counterTexts = {
  orders: 'Orders',
  all: 'All',
  search: 'Search',
  searchHint: 'Number, bill, name, phone, email, street, product or PIN',
  from: 'From',
  to: 'Until',
  pay: 'Payment',
  payAny: 'All',
  cash: 'CASH',
  paid: 'PAID',
  filter: 'More filters',
  none: 'No orders here.',
  noneNew: 'No new orders: all have been accepted.',
  older: 'Next page',
  first: 'First page',
  items: (n: number) => counted(n, 'item'),
  tick: (number: string) => `Tick order ${number}`,
  tickAll: 'With the ticked orders:',
  pick: 'Pick list',
  slips: 'Packing slips',
  tickFirst: (most: number) => `Tick at least one order and at most ${most}.`,
  bulkDone: (done: number, refused: string[]) =>
    refused.length === 0
      ? `${counted(done, 'order')} moved on.`
      : `${counted(done, 'order')} moved on; ${LIST.format(refused)} had changed and ${refused.length === 1 ? 'was' : 'were'} left alone.`,
  call: 'Call',
  whatsapp: 'WhatsApp',
  map: 'Map',
  stepOf: (step: string, number: string) => `${step}: order ${number}`,
  undo: 'Undo the last step',
  rider: 'Rider',
  riderOf: (number: string) => `Rider of order ${number}`,
  collect: 'To collect',
  collected: 'Collected (₹)',
  how: 'How',
  hows: HOWS,
  noReference: 'no reference',
  reference: 'UPI reference',
  noteMoney: 'Record the money',
  correctMoney: 'Correct or take back',
  correct: 'Correct',
  takeBack: 'Take this back',
  money: 'Money',
  taken: 'Taken',
  returned: 'Given back',
  short: (sum: string) => `₹${sum} short`,
  paidOnline: 'Paid online',
  refunded: 'Refunded',
  disputed: 'Held or taken by the customer’s bank',
  refundStates: REFUND_STATES,
  upi: 'Pay by UPI at the door',
  upiLabel: (sum: string, vpa: string) => `QR code: ₹${sum} to ${vpa}`,
  upiHint: 'The customer scans this with any UPI app. Then enter the reference the app shows.',
  lines: 'What was ordered',
  was: (n: number) => `of ${n}`,
  insteadOf: (title: string) => `in place of ${title}`,
  ifMissing: { similar: 'similar is fine', call: 'call first', leave: 'leave out' },
  change: 'Short or replaced',
  less: 'Not taken or given back',
  quantity: 'How many are delivered',
  kept: 'How many the customer keeps',
  unitBack: (paise: number) => `For each unit fewer, the customer gets ${priceText(paise)} back.`,
  unitLess: (paise: number) => `With each unit fewer, ${priceText(paise)} less is to be collected.`,
  unitKept: (paise: number) =>
    `Each unit fewer takes ${priceText(paise)} off the total. Give back any money collected beyond the new total; it will be recorded as given back. If less was collected than is recorded, correct that record first.`,
  units: 'Units not delivered',
  unitsBrought: 'Units brought back',
  unitsBack: 'go back on the shelf',
  unitsLost: 'are written off',
  instead: 'SKU of the replacement',
  pack: 'Pack of the replacement',
  count: 'Quantity of the replacement',
  agreed: 'The customer was called and agrees',
  save: 'Save',
  deliverTo: 'Deliver to',
  editDetails: 'Change address, phone or note',
  note: 'Note',
  promised: 'Promised',
  end: 'Close this order',
  endAs: 'What happened',
  goesBack: (paise: number) => `${priceText(paise)} goes back to the customer.`,
  handedBack: (paise: number) => `${priceText(paise)} is recorded as handed back.`,
  givenBack: (paise: number) =>
    `${priceText(paise)} was collected at the door. Give it back to the customer; it will be recorded as given back.`,
  endNote: (reason: string, units: 'back' | 'lost') => `${reason} (${UNIT_FATES[units]})`,
  reason: 'Why',
  refund: 'Refund a part',
  takeOff: 'Take something off',
  takenOff: 'Taken off',
  costs: (sum: string) => `It costs ₹${sum} now. What is taken off cannot be put back.`,
  newTotal: 'It then costs (₹)',
  beyond: 'Money recorded beyond that (what you say of it cannot be corrected later)',
  beyonds: { returned: 'was handed back', never: 'was never collected' },
  refundAmount: 'Amount (₹)',
  left: (sum: string) => `₹${sum} can be refunded.`,
  history: 'History',
  historyNone: 'Nothing yet.',
  undone: 'taken back',
  slip: 'Packing slip',
  printHint: 'Print from the browser; 58 mm and 80 mm paper both work.',
  bill: 'Bill',
  back: 'All orders',
  total: 'Total',
  fields: {
    fullname: 'Name',
    streetaddressline1: 'Street',
    streetaddressline2: 'Street, second line',
    city: 'City',
    state: 'State',
    zipcode: 'PIN',
    phonenumber: 'Phone',
    note: 'Note to the rider',
  },
}

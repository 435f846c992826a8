import { counted } from '#lib/texts/counted.ts'
import { actionReasons } from './counter.ts'

/** Texts of Today, the cash book and the stock in the aisle. */
export const todayTexts = {
  title: 'Today',
  toCollect: 'Cash to collect',
  sales: 'Sales',
  todaySum: (sum: string) => `Today ₹${sum}`,
  yesterdaySum: (sum: string) => `· yesterday ₹${sum}`,
  chart: 'Sales by hour, today compared with yesterday',
  figures: 'Figures',
  hour: 'Hour',
  today: 'Today',
  yesterday: 'Yesterday',
  dayBook: 'Day book (CSV)',
  ended: 'Cancelled today',
  by: (who: string) => `by ${who}`,
  soldOut: 'Sold out or missing a pack',
  allSoldOut: (n: number) => `All that is sold out or misses a pack (${n.toLocaleString('en-IN')})`,
  allLessened: 'All of today, in the cash book',
  attention: 'Needs attention',
  openOrder: 'Open the order',
  machine: 'Backup and disk',
  backup: (moment: string) => `Last backup: ${moment}.`,
  noBackup: (shopCall: string) => `There is no backup yet: ${shopCall} backup FOLDER makes one.`,
  free: (gigabytes: string) => `${gigabytes} GB free on the disk.`,
  closed: (why: string) => `The shop takes no orders: “${why}”`,
  closedAction: 'Empty this under Words and promises to open again.',
  noMail:
    'No mail leaves this shop: codes and confirmations are files in its outbox until SMTP_URL is set.',
  mailbox: {
    none: 'The shop has no email: letters are only at the desk, under More, and nobody is told about new orders by email.',
    wrong: 'The shop’s email cannot receive mail, so nobody is told about new orders by email.',
  },
  mailboxAction: 'Correct it under Words and promises, or in shop.json.',
  none: 'None.',
  nothing: 'Nothing.',
  lateJobs: (kind: string, count: number) =>
    `${count.toLocaleString('en-IN')} jobs of the kind ${kind} have been failing for half an hour:`,
  lateJobsAction:
    'They are retried for a day and a half and then given up. Once the fault is fixed, `jobs retry` runs them at once.',
  codesStopped:
    'So many codes for paying in cash were asked for that no more go to telephones for up to an hour. If these are not your buyers, somebody is trying to run up the cost of your messages.',
  failedJob: (kind: string) => `A job failed: ${kind}.`,
}

export const soldTexts = {
  title: 'What was sold',
  from: 'From',
  to: 'Until',
  download: 'Products sold (CSV)',
  columns: ['sku', 'name', 'pack', 'units', 'rupees at its prices'],
  /** A last row, below 0. */
  off: 'Taken off or refunded beside goods',
  tooLong: (most: number) => `That is too long: name ${most} days at most.`,
}

export const cashTexts = {
  title: 'Cash book',
  day: 'Day',
  show: 'Show',
  rider: 'Rider',
  /** The heading of a rider's sums, or of the till's. */
  groupName: ({ rider, isShop }: { rider: string; isShop: boolean }) =>
    isShop ? 'At the shop' : rider || 'Without a rider',
  orders: 'Orders',
  due: 'To collect',
  cash: 'Cash',
  upi: 'UPI',
  short: 'Short',
  /** Later payments of what was short before. */
  madeUp: 'Shortfalls paid later',
  unreferenced: 'UPI, no reference',
  returned: 'Given back',
  returnedUpi: 'of which by UPI',
  open: (orders: number) => `Still out (${orders})`,
  total: 'Total',
  none: 'Nothing was collected on this day.',
  lessened: 'Taken off, or corrected afterwards',
  caption: 'What each rider collected, in rupees',
}

type StockChange = {
  who: string
  kind: 'soldout' | 'count' | 'delivery'
  pack_label: string | null
  before: number | null
  after: number
}
type StockLevel = { stock: number; promised: number; missing: number }
const promisedTo = (units: number) =>
  units === 1 ? 'is promised to a buyer' : 'are promised to buyers'
const KINDS = { soldout: 'Sold out', count: 'Counted', delivery: 'Received' }

export const stockTexts = {
  title: 'Stock',
  search: 'Search',
  hint: 'Name, SKU or barcode',
  lists: 'Lists of stock',
  shows: { low: 'Running low', soldout: 'Sold out or missing a pack' },
  inAll: (n: number) => `${counted(n, 'product')} in all`,
  none: 'No product found.',
  now: (stock: number | null) => (stock === null ? 'not counted' : `${stock} available`),
  soldToday: (units: number) => `${units} sold today`,
  waiting: (people: number) =>
    people === 1 ? 'one person is waiting for it' : `${people} people are waiting for it`,
  soldOut: 'Mark sold out',
  units: 'How many',
  count: KINDS.count,
  delivery: KINDS.delivery,
  packOf: (label: string) => `Pack ${label}`,
  said: ({ who, kind, pack_label: pack, before, after }: StockChange) =>
    `${KINDS[kind]}${pack === null ? '' : ` (${pack})`}: ${before ?? '–'} → ${after}, ${who}`,
  done: (name: string, { stock, promised, missing }: StockLevel) =>
    [
      `${name}: ${stock} available now.`,
      promised > 0 && `${promised} more on the shelf ${promisedTo(promised)}.`,
      missing > 0 &&
        `${missing} ${promisedTo(missing)} and ${missing === 1 ? 'was' : 'were'} not found.`,
    ]
      .filter(Boolean)
      .join(' '),
  unknown: 'There is no such product or pack.',
  needsPack: actionReasons.needsPack,
  addPack: (labels: string[]) => `It is sold in packs: add --pack (${labels.join(', ')}).`,
  nothing: 'Enter a number.',
  uncounted:
    'The stock has not been counted so far, so nothing can be added. Enter how many you have counted.',
  malformed: 'That number could not be read.',
  keyTaken: 'Something else was saved from this page before. Check the stock and enter it again.',
}

/** Texts of Today, the cash book and the stock in the aisle. */
export const todayTexts = {
  title: 'Today',
  toCollect: 'Cash to collect',
  sales: 'Sales',
  todaySum: (sum: string) => `Today ₹${sum}`,
  yesterdaySum: (sum: string) => `· yesterday ₹${sum}`,
  chart: 'Sales by the hour: today in front, yesterday behind',
  figures: 'The figures',
  hour: 'Hour',
  today: 'Today',
  yesterday: 'Yesterday',
  dayBook: 'The day’s book (CSV)',
  ended: 'Cancelled today',
  soldOut: 'Sold out',
  attention: 'Needs attention',
  machine: 'Backup and disk',
  backup: (moment: string) => `Last backup: ${moment}.`,
  noBackup: 'No backup was made yet: npm run shop -- backup FOLDER makes one.',
  free: (gigabytes: string) => `${gigabytes} GB free on the disk.`,
  none: 'None.',
  nothing: 'Nothing.',
  failedJob: (kind: string) => `A job failed: ${kind}.`,
}

export const cashTexts = {
  title: 'Cash book',
  day: 'Day',
  show: 'Show',
  rider: 'Rider',
  noRider: 'Without a rider',
  orders: 'Orders',
  due: 'To collect',
  cash: 'Cash',
  upi: 'UPI',
  short: 'Short',
  returned: 'Given back',
  total: 'Together',
  none: 'Nothing was collected on this day.',
  caption: 'What each rider collected, in rupees',
}

export const stockTexts = {
  title: 'Stock',
  search: 'Search',
  hint: 'Name, SKU or bar code',
  little: 'Little or none left:',
  none: 'No product found.',
  now: (stock: number | null) => (stock === null ? 'not counted' : `${stock} on sale`),
  soldToday: (units: number) => `${units} sold today`,
  waiting: (people: number) => `${people} want to be told when it is back`,
  soldOut: 'Sold out',
  units: 'How many',
  count: 'Counted',
  delivery: 'Came in',
  packOf: (label: string) => `Pack ${label}`,
  done: (name: string, { stock, promised }: { stock: number; promised: number }) =>
    promised > 0
      ? `${name}: ${stock} on sale now. ${promised} on the shelf are promised to buyers.`
      : `${name}: ${stock} on sale now.`,
  unknown: 'There is no such product or pack.',
  nothing: 'Say how many.',
  malformed: 'That number could not be read.',
}

/** Texts of the bill book, at the desk and in its files. */
export const billBookTexts = {
  title: 'Bill book',
  month: 'Month',
  show: 'Show',
  about:
    'All bills and credit notes of a month by rate of GST and HSN code, for the monthly return (GSTR-1).',
  download: 'Bills and credit notes (CSV)',
  issued: 'Documents issued',
  none: 'No bill was written in this month.',
  first: 'First',
  last: 'Last',
  count: 'How many',
  missing: 'Missing',
  noneMissing: 'none',
  kinds: { invoice: 'Tax invoice', supply: 'Bill of supply', credit: 'Credit note' },
  /** Numbers that no bill has, and why. */
  missingNumbers: ({ first, last, why }: Missing) =>
    `${first === last ? first : `${first} to ${last}`} (${WHY[why]})`,
  columns: [
    ...['date', 'number', 'order', 'kind', 'reduces', 'place of supply', 'hsn', 'rate', 'units'],
    ...['taxable', 'cgst', 'sgst', 'igst', 'total'],
  ],
  seriesColumns: ['documents issued', 'first', 'last', 'how many', 'missing', 'which and why'],
  /** In place of a rate. */
  unknownRate: 'not known',
  malformed: 'Give a month such as 2026-11, or a first and a last day such as 2026-11-22.',
}

type Missing = { first: string; last: string; why: keyof typeof WHY }
const WHY = {
  restore: 'passed over when a backup was restored',
  unknown: 'for no known reason',
}

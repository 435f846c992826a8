import { counted } from '#lib/texts/counted.ts'

const texts = (count: number) => counted(count, 'page or article', 'pages and articles')
const products = (count: number) => counted(count, 'product')

type Strange = { count: number; place: string; now: string; usual: string; isAbove: boolean }

type EndedSales = { count: number; all: number; name: string; end: string }
type DeepSales = { count: number; name: string; price: string; sale: string }
/** The number of products, and texts about the first of them. */
type Told = { count: number; named: string[] }
const some = (count: number, named: string[]) =>
  `${named.join('; ')}${count > named.length ? '; …' : ''}`

/** Warnings shown to an editor about a list that looks like a mistake. */
export const alarmTexts = {
  withdrawn: (count: number, all: number) =>
    `${products(count)} of ${all.toLocaleString('en-IN')} would be withdrawn, because the list leaves them out or says so. Is this only part of your list?`,
  soldOut: (count: number, all: number) =>
    `${products(count)} of ${all.toLocaleString('en-IN')} would be sold out: nobody could buy ${count === 1 ? 'it' : 'them'} any more.`,
  cutPrices: (count: number, all: number, percent: number, example: string) =>
    `${products(count)} of ${all.toLocaleString('en-IN')} would cost less by ${percent} % or more: ${example}`,
  priceJumps: (count: number, factor: number, example: string) =>
    `${products(count)} would cost more than ${factor} times as much as before, or less than a third: ${example}`,
  jump: (name: string, before: string, after: string) => `${name}, from ${before} to ${after}`,
  belowCost: (count: number, losses: string[], isDone: boolean) =>
    `${products(count)} ${isDone ? (count === 1 ? 'is' : 'are') : 'would be'} sold below what ${count === 1 ? 'it costs' : 'they cost'}: ${losses.join('; ')}${count > losses.length ? '; …' : ''}`,
  loss: ({ what, price, cost }: { what: string; price: string; cost: string }) =>
    `${what} at ${price}, costs ${cost}`,
  deepSales: ({ count, name, price, sale }: DeepSales) =>
    `${products(count)} would be on sale for less than a third of the price: ${name} at ${sale} instead of ${price}`,
  endedSales: ({ count, all, name, end }: EndedSales) =>
    `The sales of ${products(count)} of ${all.toLocaleString('en-IN')} would be over already, so shoppers would pay the usual price: that of ${name} ended ${end}. Is the column saleuntil right?`,
  goneTexts: ({ count, named }: Told) =>
    `${texts(count)} would be removed, because the folder pages/ or blog/ of the list lacks them: ${some(count, named)}. Does it hold only what is new?`,
  lostPacks: ({ count, named }: Told) =>
    `${products(count)} would lose packs: ${some(count, named)}. Does the list name only some of the packs?`,
  addedPacks: ({ count, named }: Told) =>
    `${products(count)} would have more packs: ${some(count, named)}`,
  uncounted: ({ count, named }: Told) =>
    `${products(count)} would always be in stock, as ${count === 1 ? 'its' : 'their'} stock is left empty: ${some(count, named)}`,
  lostLetters: ({ count, named }: Told) =>
    `Letters in ${counted(count, 'entry', 'entries')} would become question marks: ${some(count, named)}. Save the list as “CSV UTF-8”, or as a workbook (.xlsx).`,
  paiseUp: (count: number) =>
    `The prices of ${products(count)} are about a hundred times what they were. Are they in paise?`,
  paiseDown: (count: number) =>
    `The prices of ${products(count)} are about a hundredth of what they were. Are they meant in rupees?`,
  swapped: (count: number, name: string) =>
    `${products(count)} would be named after ${count === 1 ? 'its' : 'their'} category (“${name}”). Are the name and category columns swapped?`,
  emptied: (column: string, count: number) =>
    `${products(count)} would lose ${count === 1 ? 'its' : 'their'} ${column}: the cells are empty.`,
  strangePrices: ({ count, place, now, usual, isAbove }: Strange) =>
    `${count === 1 ? 'A new product costs' : `${count.toLocaleString('en-IN')} new products cost`} about ${now}, where ${place === '' ? 'those of the shop' : `those of ${place}`} cost about ${usual}. Are the prices in ${isAbove ? 'paise' : 'rupees'}?`,
  older: ({ count, by, editor }: { count: number; by: number; editor: string }) =>
    `Texts of ${counted(count, 'entry', 'entries')} would go back to an older version, such as the one before import ${by}${editor === '' || editor === 'start' ? '' : ` by ${editor}`}. Is the list older than that?`,
  zeroTwins: ({ count, one, other }: { count: number; one: string; other: string }) =>
    `${count === 1 ? 'A SKU differs' : `${count.toLocaleString('en-IN')} SKUs differ`} from others only by leading zeros, such as ${one} from ${other}. Spreadsheets drop such zeros, so these would become different products.`,
  /** Label of the button that goes ahead in spite of the warning. */
  acts: {
    withdraw: (count: number) => `Withdraw ${products(count)}`,
    sellOut: (count: number) => `Mark ${products(count)} as sold out`,
    price: (count: number) => `Change the prices of ${products(count)}`,
    losePacks: (count: number) => `Take packs away from ${products(count)}`,
    loseLetters: (count: number) => `Put question marks into ${counted(count, 'entry', 'entries')}`,
    addPacks: (count: number) => `Add packs to ${products(count)}`,
    uncount: (count: number) => `Stop counting ${products(count)}`,
    endSales: (count: number) => `End the sales of ${products(count)}`,
    removeTexts: (count: number) => `Remove ${texts(count)}`,
    sell: (count: number) => `Start the ${count === 1 ? 'sale' : 'sales'} of ${products(count)}`,
    below: (count: number) => `Sell ${products(count)} below cost`,
    rename: (count: number) => `Rename ${products(count)}`,
    empty: (column: string, count: number) => `Empty the ${column} of ${products(count)}`,
    add: (count: number) => `Add ${products(count)} anyway`,
    older: (count: number) => `Restore older texts of ${counted(count, 'entry', 'entries')}`,
    twins: (count: number) =>
      `Add ${counted(count, 'SKU')} as ${count === 1 ? 'a new product' : 'new products'}`,
  },
  confirmMine: (count: number) =>
    `With your own values in all of these fields, the list changes a great deal. If that is what you want, type ${count}.`,
  confirmFirst: (count: number) =>
    `This list changes a great deal. Type ${count} to say that you mean it.`,
}

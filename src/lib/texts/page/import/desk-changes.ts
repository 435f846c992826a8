import { counted } from '#lib/texts/counted.ts'
import { deskProductTexts } from '#lib/texts/page/desk-products.ts'

const { fields, packFields, packKinds, featured, packs } = deskProductTexts

/** What forms call the fields of a product, without hints on how to fill them in. */
const productFields: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(fields).map(([name, label]) => [name, label.replace(/ in ₹$| \(.*\)$/, '')]),
  ),
  ...packKinds,
  ...{ featured, packs, rating: 'Rating', 'on sale': 'In the shop' },
}

/** Texts of the pages that show changes and undo imports. */
export const changeTexts = {
  pricesKept: (count: number) =>
    `Nothing would change: ${counted(count, 'price')} in the list ${count === 1 ? 'doesn’t' : 'don’t'} count, as the packs have their own. The notes say how to change those.`,
  everything: 'Everything',
  kinds: {
    new: 'New',
    withdrawn: 'Withdrawn',
    prices: 'Prices',
    stock: 'Stock',
    texts: 'Texts',
    pictures: 'Pictures',
    categories: 'Categories',
    shop: 'Shop, banners, pages',
  },
  fieldOf: (what: string, field: string) =>
    what.startsWith('product ') ? (productFields[field] ?? field) : field,
  packOf: (label: string) => `${packFields.label} ${label}`,
  packPart: (part: 'price' | 'old' | 'stock' | 'sale', text: string) =>
    `${packFields[part].replace(/ in ₹$/, '')} ${text}`,
  byKind: 'Changes by kind',
  hint: 'A product, SKU or word',
  search: 'Search',
  bySize: 'Biggest first',
  inOrder: 'In the order of the list',
  found: (n: number) => counted(n, 'field'),
  noneFound: 'No change contains these words.',

  // Taking back
  titleOf: (n: number) => `Import ${n}`,
  madeBy: (who: string, when: string) => `${who}, ${when}`,
  undoesImport: (n: number) => `It took back import ${n}.`,
  undoneBy: (n: number) => `It was taken back by import ${n}.`,
  intro: 'This is what taking it back would do. Nothing changes until you confirm.',
  back: 'After taking back',
  caption: 'Fields as they are and as they were',
  choose: (what: string) => `Choose: ${what}`,
  left: (n: number) =>
    `${counted(n, 'field was', 'fields were')} changed later and ${n === 1 ? 'stays' : 'stay'} as ${n === 1 ? 'it is' : 'they are'}:`,
  takeTicked: 'Take back what is ticked',
  takeAll: (n: number) => `Take back all of this (${counted(n, 'entry', 'entries')})`,
  tickFirst: 'Tick what you want to take back first.',
  moreThings: (n: number) =>
    `… and ${counted(n, 'more entry', 'more entries')}. Search to find and tick them.`,
  backToLists: 'Lists and history',
  firstFill: 'The import that first filled the shop can only be taken back on the command line.',
} as const

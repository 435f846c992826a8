const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`

/** Texts of the desk's pages for products. */
export const productTexts = {
  title: 'Products',
  lists: 'Lists and history',
  hint: 'Name, SKU or bar code',
  search: 'Search',
  filter: 'Filter',
  category: 'Category',
  anyCategory: 'All categories',
  show: 'Show',
  shows: { all: 'All', soldout: 'Sold out', featured: 'Featured', sale: 'With a sale' },
  found: (n: number) => count(n, 'product'),
  none: 'No product found.',
  noneHint: 'Other words, or fewer of them, may find more.',
  all: 'All products',
  price: 'Price',
  priceOf: (name: string) => `Price of ${name} in rupees`,
  priceRule: 'Rupees, such as 98 or 98.50',
  stock: 'Stock',
  stockOf: (name: string) => `Stock of ${name}`,
  stockRule: 'How many there are, such as 12; +3 adds, -2 takes; empty is not counted',
  soldOut: 'Sold out',
  featured: 'Featured',
  notCounted: 'not counted',
  onSale: 'On sale now; this is the usual price.',
  saleLater: 'A sale is planned.',
  manyPacks: (n: number) => `${n} packs`,
  save: 'Save',
  saveHint: 'First you see what it changes; nothing is live before you publish it.',
  stockHint:
    'In Stock, 12 is a count, +3 adds and -2 takes. Empty is not counted: always to be had.',
  checked: 'This is what it would change. Nothing is live yet.',
  nothing: 'Nothing was changed on this page, so there is nothing to save.',
  malformed: 'The form could not be read. Please load the page anew.',
  gone: (skus: string[]) =>
    `${skus.slice(0, 5).join(', ')} left the shop meanwhile. Please load the page anew.`,
}

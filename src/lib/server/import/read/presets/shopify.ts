import {
  categoryPath,
  commaList,
  type ForeignOption,
  type ForeignProduct,
  type ForeignRow,
  pictureName,
  type Sources,
} from './foreign-product.ts'

export const SHOPIFY_SOURCES: Sources = {
  brand: ['vendor'],
  description: ['body (html)', 'description'],
  oldprice: ['variant compare at price', 'compare-at price'],
  stock: ['variant inventory qty', 'inventory quantity'],
  unit: ['variant grams', 'weight value (grams)'],
  aliases: ['tags'],
  gtin: ['variant barcode', 'barcode'],
}

/** The option of a product without options. */
const NO_OPTION = /^default( title)?$/i

/** Reads Shopify's product export: rows with the same handle are a product's options and pictures. */
export function groupShopify(rows: ForeignRow[]): { products: ForeignProduct[]; drafts: number } {
  const groups = Map.groupBy(rows, (row) => row.get('handle', 'url handle'))
  groups.delete('')
  const all = [...groups].flatMap(([handle, [first, ...others]]) =>
    first ? [{ handle, first, rows: [first, ...others] }] : [],
  )
  const live = all.filter(({ first }) => isPublished(first))
  return { products: live.map(toProduct), drafts: all.length - live.length }
}

function isPublished(row: ForeignRow): boolean {
  const status = row.get('status')
  if (status !== '' && !/^active$/i.test(status)) return false
  return !/^false$/i.test(row.get('published', 'published on online store'))
}

type Group = { handle: string; first: ForeignRow; rows: ForeignRow[] }

function toProduct({ handle, first, rows }: Group): ForeignProduct {
  const type = first.get('type')
  const path = categoryPath(first.get('product category', 'standard product type'))
  const options = rows.filter((row) => row.get('variant price', 'price') !== '')
  const grams = Number(first.get('variant grams', 'weight value (grams)'))
  return {
    line: first.line,
    sku: handle,
    name: first.get('title'),
    brand: first.get('vendor'),
    // Customers know the shop's own type; the standard category is for machines.
    category: type || path.category || 'Other',
    subcategory: type ? '' : path.subcategory,
    description: first.get('body (html)', 'description'),
    images: picturesOf(rows),
    optionName: first.get('option1 name'),
    options: options.map(toOption),
    unit: grams > 0 ? `${grams} g` : '',
    featured: false,
    aliases: commaList(first.get('tags')),
    gtin: first.get('variant barcode', 'barcode').replace(/^'/, ''),
  }
}

function toOption(row: ForeignRow): ForeignOption {
  const values = [1, 2, 3].map((number) => row.get(`option${number} value`))
  const quantity = row.get('variant inventory qty', 'inventory quantity')
  const isSoldBeyond = /^continue$/i.test(
    row.get('variant inventory policy', 'continue selling when out of stock'),
  )
  return {
    label: values.filter((value) => value !== '' && !NO_OPTION.test(value)).join(' / '),
    price: row.get('variant price', 'price'),
    oldPrice: row.get('variant compare at price', 'compare-at price'),
    stock: isSoldBeyond || quantity === '' ? '' : quantity.replace(/^-\d+$/, '0'),
  }
}

/** Sorted by position, which may differ from the order of rows. */
function picturesOf(rows: ForeignRow[]): string[] {
  const pictures = rows
    .map((row) => ({
      name: pictureName(row.get('image src', 'product image url')),
      position: Number(row.get('image position')) || Infinity,
    }))
    .filter(({ name }) => name !== '')
  return pictures.sort((a, b) => a.position - b.position).map(({ name }) => name)
}

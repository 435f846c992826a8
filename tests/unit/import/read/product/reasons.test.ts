import { expect, test } from 'vitest'
import { readBytes, readText } from '#tests/support/lists/import-files.ts'

const COLUMNS =
  'sku,name,brand,category,subcategory,description,price,oldprice,images,ram,size,weight,countries,stock,unit,featured,aliases,gtin,rating,specs,hsn,gst,veg,origin,shelflife'
const GOOD: Record<string, string> = {
  sku: 'A-1',
  name: 'Toor dal',
  category: 'Pulses',
  price: '120',
}

/** A file with a single row, which is right except for these fields. */
function fileWith(fields: Record<string, string>): Buffer {
  const row = COLUMNS.split(',').map((column) => ({ ...GOOD, ...fields })[column] ?? '')
  const quoted = row.map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
  return Buffer.from(`${COLUMNS}\r\n${quoted.join(',')}\r\n`)
}

const long = (length: number) => 'x'.repeat(length)

test.each<[what: string, fields: Record<string, string>, column: string, reason: string]>([
  ['no sku', { sku: '' }, 'sku', 'The sku is missing.'],
  ['a space in the sku', { sku: 'A 1' }, 'sku', 'The sku is “A 1”. It may contain'],
  ['a sku of 51 characters', { sku: long(51) }, 'sku', 'at most 50'],
  ['no name', { name: ' ' }, 'name', 'The name is missing.'],
  ['a name of signs', { name: '***' }, 'name', 'It needs a letter or a digit.'],
  [
    'a name of 301 characters',
    { name: long(301) },
    'name',
    'The name has 301 characters. At most 300',
  ],
  ['no category', { category: '' }, 'category', 'The category is missing.'],
  [
    'a sub-category alone',
    { category: '', subcategory: 'Dal' },
    'category',
    'although there is a sub-category (“Dal”)',
  ],
  ['a very long description', { description: long(20_001) }, 'description', 'At most 20000'],
  ['no price', { price: '' }, 'price', 'The price is missing.'],
  [
    'a word for a price',
    { price: 'free' },
    'price',
    'The price is “free”. Write rupees as a plain number',
  ],
  ['an infinite price', { price: 'Infinity' }, 'price', 'which is not an amount'],
  ['a price with an exponent', { price: '1e3' }, 'price', 'without an e'],
  [
    'a price with three decimals',
    { price: '45.125' },
    'price',
    'A price has at most two decimals.',
  ],
  ['a negative price', { price: '-40' }, 'price', 'The price is “-40”. It must be more than 0.'],
  ['a price of 0', { price: '0.00' }, 'price', 'The price is 0.'],
  ['a rupee sign', { price: '₹40' }, 'price', 'without a currency sign'],
  ['a rupee word', { price: 'Rs. 40' }, 'price', 'without a currency sign'],
  ['a comma that groups nothing', { price: '1,29' }, 'price', 'The price is “1,29”'],
  ['commas of two kinds', { price: '1,234,56,789' }, 'price', 'Write it without commas'],
  ['a price of a crore', { price: '10000000' }, 'price', 'It must be below 10000000 rupees.'],
  ['a price in hexadecimal', { price: '0x10' }, 'price', 'The price is “0x10”.'],
  [
    'an old price below the price',
    { oldprice: '90' },
    'oldprice',
    'The price (120.00) is above the MRP (90.00). A pack may not be sold above its MRP',
  ],
  ['a word for an old price', { oldprice: 'none' }, 'oldprice', 'The MRP is “none”.'],
  ['half a unit', { stock: '1.5' }, 'stock', 'Only whole units can be counted.'],
  ['stock below 0', { stock: '-1.5' }, 'stock', 'It cannot be below 0.'],
  ['stock with an exponent', { stock: '1e3' }, 'stock', 'without an e'],
  ['a word for the stock', { stock: 'many' }, 'stock', 'Write a whole number, 0 or more'],
  ['more stock than fits', { stock: '2147483648' }, 'stock', 'At most 2147483647'],
  ['two stocks for a single product', { stock: '1|2' }, 'stock', 'The stock is “1|2”.'],
  ['featured perhaps', { featured: 'maybe' }, 'featured', 'Write yes or no'],
  [
    'an unknown country',
    { countries: 'India|Atlantis' },
    'countries',
    '“Atlantis” is not a country',
  ],
  ['a script for an image', { images: 'javascript:alert(1)' }, 'images', 'no addresses'],
  ['a web address for an image', { images: 'https://example.com/a.png' }, 'images', 'no addresses'],
  ['an image above the folder', { images: '../../secret.png' }, 'images', 'no paths'],
  ['an absolute image', { images: '/etc/passwd.png' }, 'images', 'no paths'],
  ['an image in a folder of its own', { images: 'a/b.png' }, 'images', 'no paths'],
  ['a Windows path for an image', { images: 'a\\b.png' }, 'images', 'no paths'],
  ['an image of an unknown kind', { images: 'a.svg' }, 'images', 'must end in .jpg'],
  ['an unknown diet', { veg: 'vegan' }, 'veg', 'Write veg or nonveg'],
  ['a rating of 6', { rating: '6' }, 'rating', 'from 1 to 5'],
  ['a rating of 5.1', { rating: '5.1' }, 'rating', 'from 1 to 5'],
  ['a rating with two decimals', { rating: '4.25' }, 'rating', 'at most one decimal'],
  ['tax of 101 percent', { gst: '101' }, 'gst', 'from 0 to 100'],
  ['tax of 18 percent as a share', { gst: '0.18' }, 'gst', 'Write 18 for 18 %.'],
  ['tax of 5 percent as a share', { gst: '0.05' }, 'gst', 'Write 5 for 5 %.'],
  ['a barcode of 9 digits', { gtin: '123456789' }, 'gtin', '8, 12, 13 or 14 digits'],
  ['a mistyped barcode', { gtin: '8901234567891' }, 'gtin', 'last digit does not fit'],
  ['an hsn of 2 digits', { hsn: '12' }, 'hsn', '4, 6 or 8 digits'],
  ['a spec without a value', { specs: 'Grade' }, 'specs', 'Write name=value'],
  ['a spec twice', { specs: 'Grade=A|Grade=B' }, 'specs', '“Grade” appears twice'],
  [
    'prices in two choices',
    { size: 'S=1|L=2', weight: '1 kg=3' },
    'weight',
    'Both size and weight have prices.',
  ],
  [
    'a pack without a price',
    { price: '', weight: '500 g=62.00|1 kg' },
    'weight',
    '“1 kg” has no price',
  ],
  [
    'two packs of one name',
    { price: '', weight: '1 kg=62|1 KG=118' },
    'weight',
    '“1 KG” appears twice',
  ],
  [
    'a pack whose price is a word',
    { price: '', weight: '1 kg=cheap' },
    'weight',
    'The price of 1 kg is “cheap”.',
  ],
  [
    'a pack with a price too many',
    { price: '', weight: '1 kg=62/70/80' },
    'weight',
    'The MRP of 1 kg is “70/80”.',
  ],
  [
    'a pack dearer than before',
    { price: '', weight: '1 kg=62/60' },
    'weight',
    'is above the MRP (60.00).',
  ],
  [
    'a price that is not the first pack’s',
    { price: '61', weight: '1 kg=62' },
    'price',
    'The price is 61.00, but the first pack’s is 62.00.',
  ],
  [
    'an old price that is not the first pack’s',
    { price: '', oldprice: '70', weight: '1 kg=62/65' },
    'oldprice',
    'the first pack’s is 65.00',
  ],
  [
    'one stock for two packs',
    { price: '', weight: '1 kg=62|2 kg=99', stock: '4' },
    'stock',
    'There are 1 stocks for 2 packs.',
  ],
  [
    'a control character',
    { name: 'Toor\u0007dal' },
    'name',
    'the invisible control character U+0007',
  ],
  ['a NUL byte', { description: 'Dal\0' }, 'description', 'The text contains a NUL byte.'],
  [
    'a character of Windows’ C1 range',
    { name: 'Chef\u0092s dal' },
    'name',
    'the invisible control character U+0092',
  ],
  [
    'a character that turns the direction',
    { name: 'Dal\u202egnp' },
    'name',
    'the invisible control character U+202E',
  ],
])('%s is refused with a reason of its own', async (_, fields, column, reason) => {
  const { faults, products, parsed } = await readBytes(fileWith(fields))
  expect(products).toEqual([])
  expect(parsed).toBe(1)
  expect(faults).toEqual([
    { line: 2, sku: fields['sku'] ?? 'A-1', column, reason: expect.stringContaining(reason) },
  ])
})

test('two faults of a row are told at once, under the first one’s column', async () => {
  const { faults } = await readBytes(fileWith({ price: 'free', stock: 'many' }))
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatchObject({ column: 'price' })
  expect(faults[0]?.reason).toMatch(/“free”.*“many”/)
})

test.each<[what: string, fields: Record<string, string>, expected: object]>([
  ['two decimals', { price: '98.50' }, { price_paise: 9850 }],
  ['one decimal', { price: '98.5' }, { price_paise: 9850 }],
  [
    'an old price equal to the price, which is none',
    { oldprice: '120.00' },
    { oldprice_paise: null },
  ],
  ['stock 0', { stock: '0' }, { stock: 0 }],
  ['no stock, which is not counted', { stock: '' }, { stock: null }],
  ['TRUE for featured', { featured: 'TRUE' }, { is_featured: 1 }],
  ['a country in lower case', { countries: 'india | nepal' }, { countries: 'India|Nepal' }],
  [
    'an image with its folder before it',
    { images: 'images/a.JPG|b.webp' },
    { images: ['a.JPG', 'b.webp'] },
  ],
  [
    'packs that repeat the price',
    { price: '62', weight: '500 g=62.00|1 kg=118/130' },
    { price_paise: 6200, pack_kind: 'weight', weights: '500 g|1 kg' },
  ],
  [
    'stock for one of two packs',
    { price: '', size: 'S=1|L=2', stock: '|7' },
    {
      packs: [
        { label: 'S', stock: null },
        { label: 'L', stock: 7 },
      ],
    },
  ],
  [
    'an equals sign in the label of a pack',
    { price: '', size: 'a=b=2|c=3' },
    { packs: [{ label: 'a=b', price_paise: 200 }, { label: 'c' }] },
  ],
  ['white space in a name', { name: ' Toor\t  dal\u00a0gold ' }, { name: 'Toor dal gold' }],
  [
    'lines in a description',
    { description: 'One\r\nTwo\tThree ' },
    { description: 'One\nTwo Three' },
  ],
  [
    'a script in a description, as text',
    { description: '<script>alert(1)</script>' },
    { description: '<script>alert(1)</script>' },
  ],
  ['a name that begins like a formula', { name: '=cmd|A0' }, { name: '=cmd|A0' }],
  ['a barcode whose check digit is right', { gtin: '8901234567890' }, { gtin: '8901234567890' }],
  ['a percent sign after the tax', { gst: '18%' }, { gst_percent: 18 }],
  ['tax of a quarter percent', { gst: '0.25' }, { gst_percent: 0.25 }],
  ['no tax', { gst: '0' }, { gst_percent: 0 }],
  ['a stock in groups of digits', { stock: '1,200' }, { stocks: [{ units: 1200, isMore: false }] }],
  ['a stock in lakhs', { stock: '1,20,000' }, { stocks: [{ units: 120_000, isMore: false }] }],
  ['a whole stock with a decimal', { stock: '12.0' }, { stocks: [{ units: 12, isMore: false }] }],
  ['a rating of a whole star', { rating: '4' }, { initial_rating: 40 }],
  ['a name in Devanagari', { name: 'ताज़ा पालक' }, { name: 'ताज़ा पालक' }],
])('%s is accepted', async (_, fields, expected) => {
  const { faults, products } = await readBytes(fileWith(fields))
  expect(faults).toEqual([])
  expect(products).toMatchObject([expected])
})

test('of two rows with one sku the later one is refused, and named with the line of the first', async () => {
  const { faults, products } = await readText(
    'sku,name,category,price\nA,One,X,1\n\nB,Two,X,2\nA,Three,X,3\n',
  )
  expect(products.map((product) => product.name)).toEqual(['One', 'Two'])
  expect(faults).toEqual([
    {
      line: 5,
      sku: 'A',
      column: 'sku',
      reason: expect.stringContaining('is already on line 2'),
    },
  ])
})

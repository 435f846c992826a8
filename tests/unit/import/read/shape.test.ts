import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { findForm } from '#lib/server/import/read/list/file-form.ts'
import { readPrice } from '#lib/server/import/read/product/prices.ts'
import { readRecords } from '#lib/server/import/read/list/records.ts'
import { decimalPrice } from '#lib/money.ts'
import { fixture, readBytes, readText } from '#tests/support/lists/import-files.ts'

const HEADER = 'sku,name,category,price'
async function* pieceOf(text: string) {
  yield Buffer.from(text)
}
const WINDOWS_E = Buffer.from([0xe9])

/** Line, SKU and column of each row of faulty.csv that a shop must refuse. */
const REFUSED: [line: number, sku: string, column: string | null][] = [
  [6, 'KH-03', 'category'],
  [7, 'KH-04', 'price'],
  [8, 'KH-05', 'price'],
  [9, 'KH-06', 'price'],
  [10, 'KH-07', 'price'],
  [11, 'KH-08', null],
  [12, 'KH-09', 'images'],
  [14, 'KH-11', 'images'],
  [15, 'KH-12', 'name'],
  [16, 'KH-13', 'oldprice'],
  [17, 'KH-14', 'featured'],
  [18, 'KH-15', 'price'],
  [19, 'KH-16', 'category'],
  [21, 'KH/18', 'sku'],
  [22, 'KH-01', 'sku'],
  [23, 'KH-20', 'name'],
  [24, 'KH-21', 'name'],
  [25, 'KH-22', 'stock'],
  [26, 'KH-23', 'stock'],
  [27, 'KH-24', null],
  [28, 'KH-25', 'stock'],
  [29, 'KH-26', 'name'],
  [31, 'KH-28', 'description'],
]

test('each row of a faulty file gets its own answer, and the good ones are read (E01)', async () => {
  const { faults, parsed, products } = await readBytes(readFileSync(fixture('faulty.csv')))
  expect(faults.map(({ line, sku, column }) => [line, sku, column])).toEqual(REFUSED)
  expect(new Set(faults.map(({ reason }) => reason)).size).toBe(REFUSED.length)
  expect(parsed).toBe(28)
  expect(products.map(({ sku }) => sku)).toEqual(['KH-01', 'KH-02', 'KH-10', 'KH-17', 'KH-27'])
})

test('a row with too few or too many columns has no faulty column', async () => {
  const { faults } = await readText(`${HEADER}\nA,One,X\nB,Two,X,2,3\n`)
  expect(faults).toEqual([
    {
      line: 2,
      sku: 'A',
      column: null,
      reason: expect.stringContaining('The row has 3 columns, the header has 4.'),
    },
    {
      line: 3,
      sku: 'B',
      column: null,
      reason: expect.stringContaining('The row has 5 columns, the header has 4.'),
    },
  ])
})

test('a quote that is never closed is one fault, at the line and column where it opens', async () => {
  const { faults, parsed, products } = await readText(
    `${HEADER}\nA,One,X,1\nB,"Two,X,2\nC,Three,X,3\n`,
  )
  expect(faults).toEqual([
    { line: 3, sku: 'B', column: 'name', reason: expect.stringContaining('never closed') },
  ])
  expect([parsed, products.length]).toEqual([2, 1])
})

test('a quote that a later row closes does not swallow that row', async () => {
  const { faults, products } = await readText(`${HEADER}\nA,"One,X,1\nB,"Two",X,2\nC,Three,X,3\n`)
  expect(faults).toEqual([
    { line: 2, sku: 'A', column: 'name', reason: expect.stringContaining('(line 3)') },
  ])
  expect(products.map((product) => product.sku)).toEqual(['B', 'C'])
})

test('a quote in the middle of a text is named, and the next row is read', async () => {
  const { faults, products } = await readText(
    `${HEADER}\nA,5" plate,X,1\nB,"6" plate,X,2\nC,Three,X,3\n`,
  )
  expect(faults.map(({ line, column }) => [line, column])).toEqual([
    [2, 'name'],
    [3, 'name'],
  ])
  expect(products).toHaveLength(1)
})

test('bytes that are not UTF-8 cost their row only, and name the column', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${HEADER}\nA,Caf`),
    WINDOWS_E,
    Buffer.from(',X,1\nB,ताज़ा,X,2\n'),
  ])
  const { faults, products, warnings } = await readBytes(bytes)
  expect(faults).toEqual([
    { line: 2, sku: 'A', column: 'name', reason: expect.stringContaining('not UTF-8') },
  ])
  expect(products).toHaveLength(1)
  expect(warnings).toEqual([])
})

test('a file in Windows-1252 is recognised, read that way, and said', async () => {
  const row = [Buffer.from(`${HEADER}\nA,Caf`), WINDOWS_E, Buffer.from(',X,1\n')]
  const { faults, products, warnings } = await readBytes(Buffer.concat(row))
  expect(faults).toEqual([])
  expect(products.map(({ name }) => name)).toEqual(['Café'])
  expect(warnings).toEqual([expect.stringContaining('saved as Windows-1252')])
})

test('a piece of broken UTF-8 is not taken for Windows-1252', async () => {
  const row = [Buffer.from(`${HEADER}\nA,Tea `), Buffer.from([0xe0, 0xa4]), Buffer.from(',X,1\n')]
  const { faults, warnings } = await readBytes(Buffer.concat(row))
  expect(faults).toEqual([
    { line: 2, sku: 'A', column: 'name', reason: expect.stringContaining('not UTF-8') },
  ])
  expect(warnings).toEqual([])
})

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])(
  'a file with %s between its columns is read that way, and it is said',
  async (name, separator) => {
    const lines = [
      ['sku', 'name', 'category', 'price'],
      ['A', `"One${separator} two"`, 'X', '1'],
      ['B', 'Three, four', 'X', '2.50'],
      ['C', 'A "stray" quote', 'X', '3'],
    ]
    const text = lines.map((line) => line.join(separator)).join('\r\n')
    const { faults, products, warnings } = await readText(`${text}\r\n`)
    expect(products.map((product) => [product.name, product.price_paise])).toEqual([
      [separator === ';' ? 'One; two' : 'One two', 100],
      ['Three, four', 250],
    ])
    expect(faults.map(({ line, column }) => [line, column])).toEqual([[4, 'name']])
    expect(warnings).toEqual([expect.stringContaining(`separated by ${name}`)])
  },
)

test.each([
  ['semicolons', 'sku;price\nA;1\n'],
  ['tabs', 'sku\tprice\nA\t1\n'],
  ['semicolons that its first line names', 'sep=;\r\nsku;price\r\nA;1\r\n'],
  ['semicolons named behind a mark', '\ufeffsep=;\nsku;price\nA;1\n'],
  ['commas that its first line names', 'SEP=,\nsku,price\nA,1\n'],
])('a list of two columns with %s is read', async (_, text) => {
  const { faults, products } = await readText(text)
  expect(faults).toEqual([])
  expect(products).toMatchObject([{ sku: 'A', price_paise: 100 }])
})

test('of two columns with another shop’s names, what stands between them is known', async () => {
  expect((await findForm(pieceOf('Item Code;Rate\nA;1\n'))).separator).toBe(';')
  expect((await findForm(pieceOf('Tea; green\nRice\n'))).separator).toBe(',')
})

test.each([
  ['nothing', '', 'The file is empty.'],
  ['empty lines', '\n\r\n\n', 'The file is empty.'],
  ['no sku column', 'name,category,price\n', 'The column sku is missing.'],
  ['skus alone', 'sku\nA\n', 'The only column is sku.'],
  [
    'a sku beside unknown columns',
    'SKU ,Price (Rs),Stock Qty\nA,1,2\n',
    'Unknown: “Price (Rs)”, “Stock Qty”.',
  ],
  ['old prices without prices', 'sku,oldprice\nA,2\n', 'needs the column price beside it'],
  ['a column twice', `${HEADER},name\n`, 'names the column name twice'],
  ['bars', 'sku|name|category|price\nA|B|C|1\n', 'has vertical bars between its columns'],
  ['the line ends of an old Mac', 'sku,name,category,price\rA,B,C,1\r', 'very old Macs'],
  ['a zip archive', 'PK\u0003\u0004xx', 'neither a CSV file nor an Excel workbook'],
  ['a quote that never closes in the header', '"sku,name\nA,B\n', 'cannot be read as column names'],
])('a file of %s is refused as a whole', async (_, text, reason) => {
  const { faults, parsed, products } = await readText(text)
  expect(faults).toEqual([
    expect.objectContaining({ line: 1, reason: expect.stringContaining(reason) }),
  ])
  expect([parsed, products.length]).toEqual([0, 0])
})

test('UTF-16 of either order, with and without a mark, is read that way, and it is said', async () => {
  const text = `${HEADER.replaceAll(',', '\t')}\nA\tताज़ा पनीर\tX\t1\n`
  for (const marked of [text, `\ufeff${text}`]) {
    const little = Buffer.from(marked, 'utf16le')
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const { faults, products, warnings } = await readBytes(bytes)
      expect(faults).toEqual([])
      expect(products.map(({ name }) => name)).toEqual(['ताज़ा पनीर'])
      expect(warnings).toEqual([
        expect.stringContaining('saved as UTF-16'),
        expect.stringContaining('separated by tabs'),
      ])
    }
  }
})

test('a byte order mark, blank rows and unknown columns do no harm', async () => {
  const { faults, products, warnings } = await readText(
    `\ufeffSKU, Name ,category,price,colour\r\n\r\n,,,,\r\nA,One,X,1,red\r\n`,
  )
  expect(faults).toEqual([])
  expect(products).toHaveLength(1)
  expect(warnings).toEqual([expect.stringContaining('colour')])
})

test('a header without rows is an empty shop', async () => {
  expect(await readText(HEADER)).toMatchObject({ parsed: 0, faults: [], isReadable: true })
})

test('a row of more than 1 MiB is refused, and the rows after it are read', async () => {
  const huge = 'x'.repeat(1_200_000)
  const { faults, products } = await readText(`${HEADER}\nA,${huge},X,1\nB,Two,X,2\n`)
  expect(faults).toEqual([
    { line: 2, sku: 'A', column: null, reason: expect.stringContaining('larger than 1 MiB') },
  ])
  expect(products).toHaveLength(1)
})

test('a quote that is open for more than 1 MiB costs its row only', async () => {
  const row = (n: number) => `R-${n},Toor dal of the last harvest,Pulses,120\n`
  const rows = Array.from({ length: 30_000 }, (_, n) => row(n)).join('')
  const { faults, products } = await readText(`${HEADER}\nA,"One,X,1\n${rows}`)
  expect(faults).toEqual([
    { line: 2, sku: 'A', column: 'name', reason: expect.stringContaining('within 1 MiB') },
  ])
  expect(products).toHaveLength(30_000)
})

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 })
const anyCell = fc.oneof(
  anyText,
  fc.constantFrom('', '"', '""', ',', '\n', '\r\n', 'a\nb', '"a"', ' x '),
)

test('any rows come back as they were written, with their lines, in pieces of any size', async () => {
  const rows = fc.array(fc.tuple(fc.constant('x'), anyCell, anyCell), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (cells, size) => {
      const raw = cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      const bytes = Buffer.from(raw.join('\r\n'))
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      let line = 1
      const expected = cells.map((fields, i) => {
        const record = { line, fields }
        line += raw[i]?.split('\n').length ?? 1
        return record
      })
      const found = []
      for await (const record of readRecords(pieces())) found.push(record)
      const decoded = found.map((record) => ({
        line: record.line,
        fields: record.fields.map((field) => Buffer.from(field, 'latin1').toString()),
      }))
      expect(decoded).toEqual(expected)
    }),
  )
})

test('any price with at most two decimals is exactly its paise', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (paise) => {
      expect(readPrice(decimalPrice(paise), 'rupees', 'price')).toBe(paise)
      expect(readPrice(String(paise), 'paise', 'price')).toBe(paise)
      if (paise % 10 === 0)
        expect(readPrice(decimalPrice(paise).slice(0, -1), 'rupees', 'price')).toBe(paise)
    }),
  )
})

test('whatever bytes a file holds, each row is accepted or refused with a reason', async () => {
  const bytes = fc.array(fc.constantFrom(0, 10, 13, 34, 44, 65, 49, 46, 0xc3, 0xa9, 0xff), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 9 }), async (rest, size) => {
      const file = Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from(rest)])
      const { faults, parsed, products } = await readBytes(file, size)
      expect(products.length + faults.length).toBe(parsed)
      expect(faults.every(({ line, reason }) => line > 1 && reason.length > 10)).toBe(true)
    }),
  )
})

test('a written line is read back as it was, and is no formula', async () => {
  const risky = fc
    .tuple(fc.constantFrom('=', '+', '-', '@', "'", "''=", "'-"), anyText)
    .map(([sign, text]) => sign + text + 'a')
  await fc.assert(
    fc.asyncProperty(risky, async (name) => {
      const clean = name.replace(/\s+/g, ' ').trim()
      const line = csvLine(['A', clean, 'X', '1'])
      expect(line).not.toMatch(/^A,"?[=+\-@]/)
      const { products } = await readText(`${HEADER}\r\n${line}`)
      // Control characters are refused on import, so no text of the shop contains any.
      if (products.length > 0) expect(products[0]?.name).toBe(clean)
    }),
  )
})

import { expect, test } from 'vitest'
import { readProductFile } from '#lib/server/import/read/product-file.ts'
import { openList } from '#lib/server/import/read/list/open-list.ts'
import { sheetOf, workbookOf } from '#tests/support/lists/workbook-files.ts'

const HEADER = ['sku', 'name', 'category', 'price']
const asFile = (bytes: Buffer) =>
  async function* () {
    yield bytes
  }

/** The rows of a list as texts, with their line numbers. */
async function rowsOf(bytes: Buffer): Promise<[number, string[]][]> {
  const { rows } = await openList(asFile(bytes))
  const found: [number, string[]][] = []
  for await (const { line, fields } of rows) {
    found.push([line, fields.map((field) => Buffer.from(field, 'latin1').toString())])
  }
  return found
}

async function check(bytes: Buffer) {
  const skus: string[] = []
  const report = await readProductFile(asFile(bytes), undefined, ({ product }) => {
    skus.push(product.sku)
  })
  return { ...report, skus }
}

test('what stands in merged cells counts for each of their rows, and the editor is told', async () => {
  const xml = sheetOf([
    ['sku', 'name', 'category', 'brand', 'price'],
    ['A-1', 'Toor dal', 'Pulses', 'Tata', 120],
    ['A-2', 'Moong dal', null, null, 130],
    ['A-3', 'Atta', 'Flour', null, 60],
    ['A-4', 'Besan', null, null, 70],
  ]).replace(
    '</sheetData>',
    '</sheetData><mergeCells count="4"><mergeCell ref="C2:C3"/><mergeCell ref="C4:C5"/><mergeCell ref="D2:D4"/><mergeCell ref="E2:F2"/></mergeCells>',
  )
  const bytes = workbookOf([{ name: 'List', xml }])
  expect((await rowsOf(bytes)).map(([, fields]) => fields)).toEqual([
    ['sku', 'name', 'category', 'brand', 'price'],
    ['A-1', 'Toor dal', 'Pulses', 'Tata', '120'],
    ['A-2', 'Moong dal', 'Pulses', 'Tata', '130'],
    ['A-3', 'Atta', 'Flour', 'Tata', '60'],
    ['A-4', 'Besan', 'Flour', '', '70'],
  ])
  const { warnings, skus } = await check(bytes)
  expect(skus).toHaveLength(4)
  expect(warnings).toContain('What stands in merged cells counts for each of their rows')
})

test('a workbook reads as an editor sees it, with the row numbers of Excel', async () => {
  const rows = [
    [],
    ['sku', 'name', 'salefrom', 'gst', 'gtin', 'featured'],
    [
      { xml: '<c s="4"><v>7</v></c>' },
      { xml: '<c t="s"><v>0</v></c>' },
      { xml: '<c s="2"><v>46353.75</v></c>' },
      { xml: '<c s="3"><v>0.05</v></c>' },
      8901234567890,
      { xml: '<c t="b"><v>1</v></c>' },
    ],
    [],
    ['A-1', 'Dal & “rice”', { xml: '<c s="1"><v>46353</v></c>' }, 62.100000000000001],
    ['A-2', { xml: '<c t="str"><f>A5&amp;"x"</f><v>A-1x</v></c>' }, null, null, 'अटा'],
  ]
  const texts = ['<r><t>Toor </t></r><r><t>dal</t></r><rPh><t>ignored</t></rPh>']
  expect(await rowsOf(workbookOf([{ name: 'List', xml: sheetOf(rows) }], texts))).toEqual([
    [2, ['sku', 'name', 'salefrom', 'gst', 'gtin', 'featured']],
    [3, ['0007', 'Toor dal', '2026-11-27 18:00', '5%', '8901234567890', 'yes']],
    [5, ['A-1', 'Dal & “rice”', '2026-11-27', '62.1', '', '']],
    [6, ['A-2', 'A-1x', '', '', 'अटा', '']],
  ])
})

test('prices that a formula raised are read as the sheet shows them, and long barcodes stay whole', async () => {
  const formula = (result: number, style = 0) => ({
    xml: `<c s="${style}"><f>B2*1.1</f><v>${result}</v></c>`,
  })
  const rows = [
    [formula(110 * 1.1), formula(99 * 1.1), formula(98.7 * 1.1), formula(0.3 - 0.1 - 0.2)],
    [formula(110 * 1.1, 4), formula(98.7 * 1.1, 4), formula(0.07 * 1.1, 3)],
    [8901234567890, 18901234567897, 123456789012345, 1234567890123456],
  ]
  expect(
    (await rowsOf(workbookOf([{ name: 'x', xml: sheetOf(rows) }]))).map(([, row]) => row),
  ).toEqual([
    ['121', '108.9', '108.57', '0'],
    ['0121', '108.57', '7.7%', ''],
    ['8901234567890', '18901234567897', '123456789012345', '1234567890123456'],
  ])
})

test('cells whose formula failed, or was never calculated, cost their rows with the reason, and clear nothing (E01)', async () => {
  const failed = (error: string) => ({
    xml: `<c t="e"><f>VLOOKUP(A2,B:C,2,0)</f><v>${error}</v></c>`,
  })
  const rows = [
    [...HEADER, 'brand', 'unit', 'notes'],
    ['A-1', 'Dal', 'Pulses', 62, failed('#N/A')],
    ['A-2', 'Rice', 'Grains', 90, 'Field', { xml: '<c><f>B2&amp;"x"</f><v></v></c>' }],
    ['A-3', 'Atta', 'Flour', failed('#REF!')],
    ['A-4', 'Tea', 'Drinks', 90, '', '', failed('#DIV/0!')],
    ['A-5', 'Poha', 'Rice', 55, '', { xml: '<c t="str"><f>""</f><v></v></c>' }],
  ]
  const { skus, faults } = await check(workbookOf([{ name: 'x', xml: sheetOf(rows) }]))
  expect(skus).toEqual(['A-4', 'A-5'])
  expect(faults).toMatchObject([
    { line: 2, sku: 'A-1', column: 'brand', reason: expect.stringContaining('(#N/A)') },
    { line: 3, sku: 'A-2', column: 'unit', reason: expect.stringContaining('never calculated') },
    { line: 4, sku: 'A-3', column: 'price', reason: expect.stringContaining('(#REF!)') },
  ])
})

test('characters that a workbook writes as codes are read as what they are', async () => {
  const inline = ['One_x000D_\ntwo', 'a_x005F_x0041_b', 'a_xyz_b']
  const shared = { xml: '<c t="s"><v>0</v></c>' }
  const result = { xml: '<c t="str"><f>A1</f><v>1_x000D_2</v></c>' }
  const book = workbookOf(
    [{ name: 'x', xml: sheetOf([[...inline, shared, result]]) }],
    ['<t>é_x00B0_C</t>'],
  )
  expect(await rowsOf(book)).toEqual([[1, ['One\r\ntwo', 'a_x0041_b', 'a_xyz_b', 'é°C', '1\r2']]])
})

test('faults of a workbook name the row of the sheet, and good rows count', async () => {
  const rows = [HEADER, ['A-1', 'Dal', 'Pulses', 62], [], ['A-2', 'Rice', 'Grains', '1,2,3']]
  const { skus, faults, parsed } = await check(workbookOf([{ name: 'x', xml: sheetOf(rows) }]))
  expect({ skus, parsed }).toEqual({ skus: ['A-1'], parsed: 2 })
  expect(faults).toMatchObject([{ line: 4, sku: 'A-2', column: 'price' }])
})

test('of several sheets the one named products is read, hidden ones never', async () => {
  const list = sheetOf([HEADER, ['A-1', 'Dal', 'Pulses', 62]])
  const other = sheetOf([['notes'], ['call Ravi']])
  const { skus, warnings } = await check(
    workbookOf([
      { name: 'Notes', xml: other },
      { name: 'Products', xml: list },
      { name: 'Old', xml: other, state: 'hidden' },
    ]),
  )
  expect(skus).toEqual(['A-1'])
  expect(warnings.join()).toContain('sheet “Products” is read; left out: Notes')
})

test.each([
  [
    'a cell at the far end of the sheet',
    {
      xml: `${sheetOf([HEADER]).replace('</sheetData>', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')}`,
    },
    'beyond column 500',
  ],
  [
    'an XML bomb',
    {
      xml: `<!DOCTYPE a [<!ENTITY b "xxxx"><!ENTITY c "&b;&b;">]>${sheetOf([['&c;']])
        .replace(/^<\?xml[^>]*\?>/, '')
        .replace('&amp;c;', '&c;')}`,
    },
    'may be damaged',
  ],
  ['a sheet that is cut off', { xml: sheetOf([HEADER]).slice(0, -40) }, 'may be damaged'],
  ['no sheet with anything in it', { xml: sheetOf([]) }, 'The file is empty'],
])('%s gives a reason', async (_, { xml }, reason) => {
  const { faults, isReadable } = await check(workbookOf([{ name: 'List', xml }]))
  expect({ isReadable, count: faults.length }).toEqual({ isReadable: false, count: 1 })
  expect(faults[0]?.reason).toContain(reason)
})

test('a workbook that lies about its sizes, is locked, or is of an old Excel gives a reason', async () => {
  const list = [{ name: 'List', xml: sheetOf([HEADER]) }]
  const shared = { name: 'xl/sharedStrings.xml', body: Buffer.alloc(4_000_000, 'x'), size: 10 }
  const reasonOf = async (bytes: Buffer) => (await check(bytes)).faults[0]?.reason
  expect(await reasonOf(workbookOf(list, [], [shared]))).toContain('may be damaged')
  const locked = [{ name: 'xl/media.bin', body: 'x', flags: 0x801 }]
  expect(await reasonOf(workbookOf(list, [], locked))).toContain('password')
  const huge = { name: 'xl/worksheets/sheet9.xml', body: 'x', size: 300 * 2 ** 20 }
  expect(await reasonOf(workbookOf(list, [], [huge]))).toContain('too large')
  const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(500)])
  expect(await reasonOf(old)).toContain('Save it as .xlsx without a password')
})

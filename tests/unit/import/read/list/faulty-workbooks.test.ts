import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, expect, onTestFailed, test } from 'vitest'
import * as z from 'zod/mini'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { readProductFile } from '#lib/server/import/read/product-file.ts'
import { readRecords } from '#lib/server/import/read/list/records.ts'
import { fixture, readBytes } from '#tests/support/lists/import-files.ts'
import { sheetOf, workbookOf } from '#tests/support/lists/workbook-files.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const HEADER = ['sku', 'name', 'category', 'price']
const MEGABYTE = 2 ** 20

async function check(bytes: Buffer) {
  async function* open() {
    yield bytes
  }
  return readProductFile(open, undefined, () => {})
}

test('the faults of a list keep their lines and reasons in a workbook of the same rows (E01)', async () => {
  const bytes = readFileSync(fixture('faulty.csv'))
  async function* pieces() {
    yield bytes
  }
  const rows: string[][] = []
  const asText = new Set<number>()
  for await (const { line, fields, fault } of readRecords(pieces())) {
    const texts = fields.map((field) =>
      Buffer.from(field, 'latin1')
        .toString()
        .replace(/^\ufeff/, ''),
    )
    const width = rows[0]?.length ?? fields.length
    // Faults of the file rather than of a cell, and control characters, cannot occur in a workbook.
    const isOfFile = fault || fields.length !== width || /[\ufffd\p{Cc}]/u.test(texts.join(''))
    if (isOfFile) asText.add(line)
    rows[line - 1] = isOfFile ? [] : texts
  }
  const sheet = sheetOf(Array.from(rows, (cells) => cells ?? []))
  const { faults } = await check(workbookOf([{ name: 'products', xml: sheet }]))
  const expected = (await readBytes(bytes)).faults.filter(({ line }) => !asText.has(line))
  expect(expected.length).toBeGreaterThan(15)
  expect(faults.filter(({ line }) => !asText.has(line))).toEqual(expected)
})

const GOOD = [HEADER, ['A-1', 'Dal', 'Pulses', 62]]
const bookOf = (xml: string, more: Parameters<typeof workbookOf>[2] = []) =>
  workbookOf([{ name: 'List', xml }], [], more)
const row = (...cells: Parameters<typeof sheetOf>[0][number]) => bookOf(sheetOf([HEADER, cells]))
const part = (name: string, body: string | Buffer, more = {}) =>
  bookOf(sheetOf(GOOD), [{ name, body, ...more }])
const SHEET = 'xl/worksheets/sheet1.xml'
const whole = bookOf(sheetOf(GOOD))

const readSchema = z.object({ reason: z.string(), grownMegabytes: z.number() })
const startReader = () =>
  fork('tests/support/lists/workbook-reader.ts', { serialization: 'advanced' })
let reader = startReader()
afterAll(() => void reader.kill())

/** What the reader says of a workbook. @throws if that ends it */
async function askReader(bytes: Buffer) {
  const asked = reader
  onTestFailed(() => {
    asked.kill()
    reader = startReader()
  })
  const over = new AbortController()
  const { signal } = over
  const end = once(asked, 'exit', { signal }).then(([code]) => {
    throw new Error(`It ended with ${code}`)
  })
  asked.send(bytes)
  try {
    const [said]: unknown[] = await Promise.race([once(asked, 'message', { signal }), end])
    return readSchema.parse(said)
  } finally {
    end.catch(() => {})
    over.abort()
  }
}

// Files as sent by an attacker or by a broken program.
test.each<[string, Buffer]>([
  ['of four bytes', whole.subarray(0, 4)],
  ['cut in the middle', whole.subarray(0, whole.length / 2)],
  ['without its directory', whole.subarray(0, whole.length - 30)],
  ['of zeros behind its head', Buffer.concat([whole.subarray(0, 40), Buffer.alloc(5000)])],
  ['of an old Excel', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)])],
  ['with a password', part('xl/media.bin', 'x', { flags: 0x801 })],
  ['that tells 300 MB', part('xl/worksheets/sheet9.xml', 'x', { size: 300 * MEGABYTE })],
  [
    'with texts that are longer than told',
    part('xl/sharedStrings.xml', 'x'.repeat(90_000), { size: 9 }),
  ],
  [
    'of 2,100 parts',
    bookOf(
      sheetOf(GOOD),
      Array.from({ length: 2100 }, (_, n) => ({ name: `x${n}` })),
    ),
  ],
  ['with a part outside of it', part('../../etc/passwd', 'x')],
  ['with a part of an absolute path', part('/etc/passwd', 'x')],
  ['without a book', part('xl/workbook.xml', '')],
  ['whose book is no XML', part('xl/workbook.xml', 'PK not xml <')],
  ['whose book has an entity', part('xl/workbook.xml', '<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>')],
  ['whose texts are no XML', part('xl/sharedStrings.xml', '<sst><si><t>')],
  ['whose sheet is empty', bookOf('')],
  ['whose sheet is cut', bookOf(sheetOf(GOOD).slice(0, -30))],
  ['whose sheet is no XML', bookOf('{"rows": []}')],
  [
    'with an XML bomb',
    bookOf(
      `<!DOCTYPE a [<!ENTITY b "xx"><!ENTITY c "&b;&b;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&c;</t></is></c></row></sheetData></worksheet>`,
    ),
  ],
  [
    'with an entity from elsewhere',
    bookOf(
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>',
    ),
  ],
  [
    'with a cell at the far end',
    bookOf(
      sheetOf(GOOD).replace(
        '</sheetData>',
        '<row r="9"><c r="XFD9"><v>1</v></c></row></sheetData>',
      ),
    ),
  ],
  [
    'with a row beyond the last one',
    bookOf(sheetOf(GOOD).replace('<row r="2">', '<row r="4000000000">')),
  ],
  ['with a row of no number', bookOf(sheetOf(GOOD).replace('<row r="2">', '<row r="x">'))],
  ['with a row twice', bookOf(sheetOf(GOOD).replace('<row r="2">', '<row r="1">'))],
  [
    'with sheets that are all hidden',
    workbookOf([{ name: 'List', state: 'hidden', xml: sheetOf(GOOD) }]),
  ],
  ['without a sheet', workbookOf([])],
  ['of notes alone', bookOf(sheetOf([['call Ravi'], ['buy tea']]))],
  [
    'with a column twice',
    bookOf(
      sheetOf([
        [...HEADER, 'price'],
        ['A-1', 'Dal', 'Pulses', 62, 63],
      ]),
    ),
  ],
  ['with a price that is no number', row('A-1', 'Dal', 'Pulses', { xml: '<c><v>1e999</v></c>' })],
  ['with an error in a cell', row('A-1', 'Dal', 'Pulses', { xml: '<c t="e"><v>#REF!</v></c>' })],
  [
    'with a formula that was never counted',
    row('A-1', 'Dal', 'Pulses', { xml: '<c><f>HYPERLINK("x")</f></c>' }),
  ],
  ['with a text that is not there', row('A-1', { xml: '<c t="s"><v>99999</v></c>' }, 'Pulses', 62)],
  [
    'with a date in place of a price',
    row('A-1', 'Dal', 'Pulses', { xml: '<c s="1"><v>46353</v></c>' }),
  ],
  ['with one sku twice', bookOf(sheetOf([...GOOD, ['A-1', 'Dal', 'Pulses', 63]]))],
  [
    'with a long text that many cells repeat',
    workbookOf(
      [{ name: 'List', xml: sheetOf([HEADER, Array(200).fill({ xml: '<c t="s"><v>0</v></c>' })]) }],
      [`<t>${'x'.repeat(900_000)}</t>`],
    ),
  ],
  [
    'with a bomb for a sheet',
    zipOf([
      { name: '[Content_Types].xml', body: '<a/>' },
      { name: SHEET, body: Buffer.alloc(20 * MEGABYTE) },
    ]),
  ],
])('a workbook %s is answered with a reason', async (_, bytes) => {
  const { reason, grownMegabytes } = await askReader(bytes)
  expect(reason).toMatch(/^\S.{10,}/s)
  expect(grownMegabytes).toBeLessThan(128)
})

test('a form of numbers that takes hours to look through holds no list up', async () => {
  const code = '['.repeat(500_000)
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`
  const sheet = sheetOf([HEADER, ['DAL-1', 'Toor dal', 'Pulses', '120']])
  const more = [{ name: 'xl/styles.xml', body: styles }]
  const { faults } = await check(workbookOf([{ name: 'products', xml: sheet }], [], more))
  expect(faults).toEqual([])
})

test('a text put together of many runs has the limit of any other, in a cell as among those that cells share', async () => {
  const runs = `<r><t>${'x'.repeat(400_000)}</t></r>`.repeat(3)
  const inline = bookOf(sheetOf([HEADER, [{ xml: `<c t="inlineStr"><is>${runs}</is></c>` }]]))
  const shared = workbookOf([{ name: 'List', xml: sheetOf(GOOD) }], [runs])
  for (const bytes of [inline, shared])
    expect((await check(bytes)).faults[0]?.reason).toBe(fileReasons.workbookCell)
})

test('a row of a workbook has the limit of one of a CSV file, and the others are read', async () => {
  const large = ['BIG-1', 'Dal', 'Pulses', 62, ...Array(20).fill({ xml: '<c t="s"><v>0</v></c>' })]
  const notes = Array.from({ length: 20 }, (_, at) => `note ${at}`)
  const sheet = sheetOf([[...HEADER, ...notes], large, ['DAL-1', 'Toor dal', 'Pulses', 120]])
  const text = `<t>${'x'.repeat(60_000)}</t>`
  const report = await check(workbookOf([{ name: 'List', xml: sheet }], [text]))
  expect(report.faults).toEqual([
    { line: 2, sku: 'BIG-1', column: null, reason: rowReasons.rowTooLarge(false) },
  ])
  expect(report.parsed).toBe(2)
})

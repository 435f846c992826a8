import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { decodeForeign } from '#lib/server/import/read/text/text.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'
import { runCommand } from '#tests/support/shop-command.ts'
import { sheetOf, workbookOf } from '#tests/support/lists/workbook-files.ts'
import { zipOf } from '#tests/support/lists/zip-files.ts'

const HEADER = 'sku,name,category,price'
const MAX_MEGABYTES = 512

/** Checks a list that was sent to an editor, in a separate process. */
async function check(pieces: Iterable<string | Buffer>) {
  const dataDir = newFolder()
  const file = join(dataDir, 'list.csv')
  await pipeline(Readable.from(pieces), createWriteStream(file))
  const shop = { dataDir, url: join(dataDir, 'shop.db') }
  const { code, out, peakMegabytes } = await runCommand(shop, ['check', file, '--json'])
  const { parsed, errors } = JSON.parse(out)
  return { code, parsed, first: errors[0], peakMegabytes }
}

function* repeated(head: string, piece: string | Buffer, times: number) {
  yield head
  for (let at = 0; at < times; at++) yield piece
}

test.each([
  ['one line of 300 MB', Buffer.alloc(1_000_000, 'x'), 'The row is larger than 1 MiB'],
  ['300 million cells in one row', Buffer.alloc(1_000_000, ','), 'The row is larger than 1 MiB'],
  ['15 million rows of a letter', Buffer.from('a\n'.repeat(25_000)), 'more than 200000 rows'],
  ['300 MB of quotes', Buffer.alloc(1_000_000, '"'), 'The row is larger than 1 MiB'],
])(
  '%s: refused with a reason and little memory',
  async (_, block, reason) => {
    const { code, first, peakMegabytes } = await check(repeated(`${HEADER}\n`, block, 300))
    expect(code).toBe(1)
    expect(first.reason).toContain(reason)
    expect(peakMegabytes).toBeLessThan(MAX_MEGABYTES)
  },
  120_000,
)

test('10 million cells in 100,000 rows: each row comes back with its fault, in little memory', async () => {
  const more = Array.from({ length: 96 }, (_, at) => `x${at}`).join(',')
  const rows = `A,Dal,Pulses,1${',y'.repeat(96)}\n`.repeat(1000)
  const { code, parsed, first, peakMegabytes } = await check(
    repeated(`${HEADER},${more}\n`, rows, 100),
  )
  expect({ code, parsed }).toEqual({ code: 1, parsed: 100_000 })
  expect(first).toMatchObject({ line: 3, column: 'sku' })
  expect(peakMegabytes).toBeLessThan(MAX_MEGABYTES)
}, 120_000)

test('a workbook or a zip bomb with the name of a list is told by its first bytes', async () => {
  const bomb = zipOf([{ name: 'xl/sheet1.xml', body: Buffer.alloc(64 * 2 ** 20) }])
  const { code, first, peakMegabytes } = await check([bomb])
  expect(code).toBe(1)
  expect(first.reason).toContain('not an Excel workbook (.xlsx)')
  expect(peakMegabytes).toBeLessThan(MAX_MEGABYTES / 2)
}, 120_000)

test('a workbook of as many empty rows as Excel has is read in little memory', async () => {
  const length = 2 ** 20 - 2
  const empty = Array.from({ length }, (_, at) => `<row r="${at + 3}"/>`).join('')
  const xml = sheetOf([HEADER.split(','), ['A-1', 'Dal', 'Pulses', 62]])
  const sheet = xml.replace('</sheetData>', `${empty}</sheetData>`)
  const { code, parsed, peakMegabytes } = await check([workbookOf([{ name: 'List', xml: sheet }])])
  expect({ code, parsed }).toEqual({ code: 0, parsed: 1 })
  expect(peakMegabytes).toBeLessThan(MAX_MEGABYTES)
}, 120_000)

test('scripts and styles of another shop leave its texts', () => {
  const text = 'A<script src="x">let a = "</style>"</SCRIPT >B<style>p{}</style><Style>C<style>D'
  expect(decodeForeign(text)).toBe('A B <Style>C<style>D')
})

test('a field that begins a hundred thousand scripts and ends none takes no longer than others', () => {
  const text = `${'<script>'.repeat(65_000)}${'<style>'.repeat(65_000)}`
  expect(decodeForeign(text)).toBe(text)
})

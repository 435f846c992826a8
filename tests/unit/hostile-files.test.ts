import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { newFolder } from './import-files.ts'
import { runCommand } from './shop-command.ts'
import { zipOf } from './zip-files.ts'

const HEADER = 'sku,name,category,price'
const MOST_MEGABYTES = 512

/** Checks a file made of these pieces, as an editor would who was sent it. */
async function check(pieces: Iterable<string>) {
  const folder = newFolder()
  const file = join(folder, 'list.csv')
  await pipeline(Readable.from(pieces), createWriteStream(file))
  const shop = { dataDir: folder, url: join(folder, 'shop.db') }
  const { code, out, peakMegabytes } = await runCommand(shop, ['check', file, '--json'])
  const { parsed, errors } = JSON.parse(out)
  return { code, parsed, first: errors[0], peakMegabytes }
}

function* repeated(head: string, piece: string, times: number) {
  yield head
  const thousand = piece.repeat(1000)
  for (let at = 0; at < times / 1000; at++) yield thousand
}

test('10 million cells in one row are refused with a reason, within 512 MB', async () => {
  const { code, first, peakMegabytes } = await check(repeated(`${HEADER}\n`, ',', 10_000_000))
  expect(code).toBe(1)
  expect(first).toMatchObject({ line: 2, reason: expect.stringContaining('larger than 1 MiB') })
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES)
}, 120_000)

test('10 million cells in 100,000 rows are read within 512 MB, each row with its fault', async () => {
  const more = Array.from({ length: 96 }, (_, at) => `x${at}`).join(',')
  const row = `A,Dal,Pulses,1${',y'.repeat(96)}\n`
  const { code, parsed, first, peakMegabytes } = await check(
    repeated(`${HEADER},${more}\n`, row, 100_000),
  )
  expect({ code, parsed }).toEqual({ code: 1, parsed: 100_000 })
  expect(first).toMatchObject({ line: 3, column: 'sku' })
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES)
}, 120_000)

test('a file of millions of rows is refused before it fills the memory', async () => {
  const { code, first, peakMegabytes } = await check(
    repeated(`${HEADER}\n`, 'A,D,P,1\n', 2_500_000),
  )
  expect(code).toBe(1)
  expect(first.reason).toBe('The file has more than 200000 rows.')
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES)
}, 120_000)

test('a quote that is never closed ends at 1 MiB, not at the end of the memory', async () => {
  const { code, first, peakMegabytes } = await check(repeated(`${HEADER}\nA,"`, 'x', 200_000_000))
  expect(code).toBe(1)
  expect(first).toMatchObject({ line: 2, column: 'name' })
  expect(first.reason).toContain('not closed within 1 MiB')
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES)
}, 120_000)

test('a workbook or a zip bomb with the name of a list is told by its first bytes', async () => {
  const folder = newFolder()
  const file = join(folder, 'list.csv')
  writeFileSync(file, zipOf([{ name: 'xl/sheet1.xml', body: Buffer.alloc(64 * 2 ** 20) }]))
  const shop = { dataDir: folder, url: join(folder, 'shop.db') }
  const { code, out, peakMegabytes } = await runCommand(shop, ['check', file, '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(out).errors[0].reason).toContain('a spreadsheet or an archive')
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES / 2)
}, 60_000)

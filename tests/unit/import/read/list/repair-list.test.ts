import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repairList } from '#lib/server/import/read/list/repair-list.ts'
import { folderOf, readBytes } from '#tests/support/lists/import-files.ts'
import { sheetOf, workbookOf } from '#tests/support/lists/workbook-files.ts'

/** A text as shown by a program that takes UTF-8 for Windows-1252. */
const broken = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))
const HEADER = 'sku,name,category,price'
const MEANT = `${HEADER}\nA-1,Oven 20 °C,गेहूँ,1\n\nA-2,"Crème\nbrûlée ½",Dal,2\n`

async function repaired(name: string, bytes: Buffer): Promise<Buffer> {
  const file = join(folderOf({ [name]: bytes }), name)
  await repairList(file)
  return readFileSync(file)
}

test('letters that were broken once or twice are put right, and all else stays as it is (E18)', async () => {
  const latin = MEANT.replace('गेहूँ', 'Nestlé’s')
  for (const [text, meant] of [
    [broken(MEANT), MEANT],
    [broken(broken(latin)), latin],
  ] as const) {
    expect((await repaired('list.csv', Buffer.from(text))).toString()).toBe(meant)
  }
  expect((await repaired('list.csv', Buffer.from(MEANT))).toString()).toBe(MEANT)
  const bad = Buffer.from([0x41, 0xe9, 0x0a])
  const mixed = Buffer.concat([bad, Buffer.from(broken('°\n'))])
  expect(await repaired('list.csv', mixed)).toEqual(Buffer.concat([bad, Buffer.from('°\n')]))
})

test('a workbook and a file in UTF-16 are put right on their lines (E18)', async () => {
  const rows = [HEADER.split(','), [], ['A-1', broken('Oven °C'), 'Kitchen', 62]]
  const workbook = workbookOf([{ name: 'products', xml: sheetOf(rows) }])
  const wide = Buffer.from(`\ufeff${HEADER}\n\nA-1,${broken('Oven °C')},Kitchen,62\n`, 'utf16le')
  for (const bytes of [workbook, wide]) {
    const { faults, products } = await readBytes(await repaired('list.xlsx', bytes))
    expect([faults, products.map(({ name }) => name)]).toEqual([[], ['Oven °C']])
  }
})

test('all texts of a folder are put right, its pictures are left alone (E18)', async () => {
  const folder = folderOf({
    'products.csv': broken(MEANT),
    'pages/about.md': broken('Crème'),
    'images/a.png': Buffer.from(broken('°')),
  })
  await repairList(folder)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  expect([read('products.csv'), read('pages/about.md'), read('images/a.png')]).toEqual([
    MEANT,
    'Crème',
    broken('°'),
  ])
})

test('a letter whose broken form holds a control character is told as broken (E18)', async () => {
  const list = `${HEADER}\nA-1,${broken('ँ')},Pulses,1\n`
  const { faults } = await readBytes(Buffer.from(list))
  expect(faults[0]?.reason).toContain('These letters were broken')
})

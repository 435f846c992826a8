import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { ChangeKind } from '#lib/desk/changes.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import { undoImport, type UndoOptions } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf, importPath, importText } from '#tests/support/lists/import-files.ts'

const LIST = `sku,name,category,price,brand,origin,stock,weight
DAL,Toor dal,Pulses,120,,,10,
RICE,Basmati,Rice,300,,,20,
ATTA,Atta,Flours,,,,40|12,1 kg=64|5 kg=289
`
const SKUS = ['DAL', 'RICE', 'ATTA']
const FIELDS = ['price', 'brand', 'origin', 'stock'] as const
type Field = (typeof FIELDS)[number]
const KIND_OF: Record<Field, ChangeKind> = {
  ...{ price: 'prices', brand: 'texts', origin: 'texts', stock: 'stock' },
}
type Edit = { sku: string; field: Field; value: number }

const rowsOf = ({ db }: TestDatabase) => inSnapshot(db, (trx) => exportedBySku(trx, SKUS, 0))

/** The cells that the test changes; a product's pack prices are one cell, and so are its stocks. */
async function cellsOf(shop: TestDatabase): Promise<Map<string, string>> {
  const cells = (row: ExportedRow): [string, string][] => {
    const price = row.weight || row.price
    return FIELDS.map((field) => [`${row.sku} ${field}`, field === 'price' ? price : row[field]])
  }
  return new Map((await rowsOf(shop)).flatMap(cells))
}

/** A different text for each value of a product's cell. */
const textOf = ({ sku, field, value }: Edit) => {
  if (sku !== 'ATTA') return String(value + 2)
  if (field === 'stock') return `${value + 2}|12`
  return field === 'price' ? `1 kg=${value + 2}|5 kg=289` : `${field} ${value}`
}

/** Imports each edit as a list of its own, with the product and one column. @returns the last import */
async function make(shop: TestDatabase, edits: Edit[]): Promise<number> {
  let last = 0
  for (const edit of edits) {
    const { sku, field } = edit
    const column = sku === 'ATTA' && field === 'price' ? 'weight' : field
    const report = await importText(shop, `sku,${column}\n${sku},${textOf(edit)}\n`, {
      stockMode: 'set',
    })
    if (report.isRefused) throw new Error(JSON.stringify(report.errors))
    last = report.import ?? last
  }
  return last
}

/** Makes all edits with one import. @returns its number; undefined if they change nothing */
async function makeAtOnce(shop: TestDatabase, edits: Edit[]): Promise<number | undefined> {
  const rows = (await rowsOf(shop)).map((row) => {
    const said = edits.filter(({ sku }) => sku === row.sku)
    const cell = (field: Field) => {
      const edit = said.findLast((one) => one.field === field)
      const now = field === 'price' && row.weight ? row.weight : row[field]
      return edit ? textOf(edit) : now
    }
    const price = cell('price')
    const packs = row.weight === '' ? `${price},` : `,${price}`
    return `${row.sku},${row.name},${row.category},${cell('brand')},${cell('origin')},${cell('stock')},${packs}`
  })
  const text = `sku,name,category,brand,origin,stock,price,weight\n${rows.join('\n')}\n`
  const report = await importText(shop, text, { stockMode: 'set' })
  if (report.isRefused) throw new Error(JSON.stringify(report.errors))
  return report.import ?? undefined
}

async function undone(shop: TestDatabase, options: UndoOptions) {
  const result = await undoImport(shop.db, options)
  if ('isRefused' in result) throw new Error(result.reasons.join('\n'))
  return result
}

const idOf = async ({ db }: TestDatabase, sku: string) => {
  const found = db.selectFrom('product').select('id').where('sku', '=', sku)
  return (await found.executeTakeFirstOrThrow()).id
}

const edit = fc.record({
  sku: fc.constantFrom(...SKUS),
  field: fc.constantFrom(...FIELDS),
  value: fc.nat(3),
})
const part = fc.record({
  kinds: fc.option(fc.subarray([...new Set(Object.values(KIND_OF))], { minLength: 1 })),
  skus: fc.option(fc.subarray(SKUS, { minLength: 1 })),
})

forEachDatabase((open) => {
  test('a part that is taken back is what it was, and nothing else changes (E14)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    const edits = fc.array(edit, { minLength: 1, maxLength: 6 })
    const property = fc.asyncProperty(
      edits,
      fc.array(edit, { maxLength: 4 }),
      part,
      async (own, later, { kinds, skus }) => {
        const before = await cellsOf(shop)
        const number = await makeAtOnce(shop, own)
        const made = await cellsOf(shop)
        await make(shop, later)
        const now = await cellsOf(shop)
        if (number === undefined) return
        const expected = new Map(now)
        for (const [cell, text] of before) {
          const [sku = '', field = ''] = cell.split(' ')
          const isAsked =
            (!kinds || kinds.includes(KIND_OF[field as Field])) && (!skus || skus.includes(sku))
          if (isAsked && now.get(cell) === made.get(cell)) expected.set(cell, text)
        }
        const ids = skus && (await Promise.all(skus.map((sku) => idOf(shop, sku))))
        const options = {
          ...{ number, leavesLater: true },
          part: {
            kinds: kinds ? new Set(kinds) : undefined,
            things: ids ? new Set(ids.map((id) => `product:${id}`)) : undefined,
          },
        }
        const would = await undoImport(shop.db, { ...options, dryRun: true })
        expect(await cellsOf(shop)).toEqual(now)
        const result = await undoImport(shop.db, options)
        expect('isRefused' in result).toBe('isRefused' in would)
        expect(await cellsOf(shop)).toEqual(expected)
        if ('isRefused' in result || result.import === null) return
        // The undo is an import like any other.
        await undone(shop, { number: result.import })
        expect(await cellsOf(shop)).toEqual(now)
      },
    )
    await fc.assert(property, { numRuns: 10 })
  }, 60_000)

  test('what was changed later is named and left, and the rest can be taken back later', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    await importText(shop, 'sku,price,brand\nDAL,99,Tata\nRICE,290,Amul\n')
    await importText(shop, 'sku,price\nDAL,101\n')
    const first = await undone(shop, {
      ...{ number: 2, leavesLater: true },
      part: { kinds: new Set<ChangeKind>(['prices']) },
    })
    expect(first.left).toEqual(['Product DAL (Toor dal): price: import 3 changed it later.'])
    expect(Object.fromEntries(await cellsOf(shop))).toMatchObject({
      ...{ 'DAL price': '101.00', 'RICE price': '300.00', 'DAL brand': 'Tata' },
    })
    expect(await undone(shop, { number: 2, leavesLater: true })).toMatchObject({ restored: 2 })
    expect((await cellsOf(shop)).get('RICE brand')).toBe('')
    const none = await undoImport(shop.db, { number: 2, leavesLater: true })
    expect(none).toMatchObject({
      reasons: ['Nothing of import 2 is left to take back.', expect.stringContaining('price')],
    })
  })

  test('a later count of packs keeps no price of them from being taken back (E14)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    await importText(shop, 'sku,stock,weight\nATTA,5|12,1 kg=2|5 kg=289\n', { stockMode: 'set' })
    await importText(shop, 'sku,stock\nATTA,7|12\n', { stockMode: 'set' })
    expect(await undoImport(shop.db, { number: 2 })).toMatchObject({ isRefused: true })
    expect(await undone(shop, { number: 2, leavesLater: true })).toMatchObject({
      left: ['Product ATTA (Atta): packs: import 3 changed it later.'],
    })
    expect(Object.fromEntries(await cellsOf(shop))).toMatchObject({
      ...{ 'ATTA price': '1 kg=64.00|5 kg=289.00', 'ATTA stock': '7|12' },
    })
  })

  test('what was put right by hand is taken back without a change, and that can be undone (E04)', async () => {
    await using shop = await open()
    await importText(shop, LIST)
    await importText(shop, 'sku,brand\nDAL,Tata\n')
    await importText(shop, 'sku,brand\nDAL,\n')
    const { import: number } = await undone(shop, { number: 2 })
    expect(number).not.toBeNull()
    await undone(shop, { number: number ?? 0 })
    expect((await cellsOf(shop)).get('DAL brand')).toBe('')
  })

  test('later words of the shop and of a page stay, while others are taken back', async () => {
    await using shop = await open()
    const page = (title: string, text: string) =>
      `---\ntitle: ${title}\ndescription: Us.\ndate: 2026-11-09\n---\n\n${text}\n`
    const folder = (words: object, about: string) =>
      importPath(
        shop,
        folderOf({
          'products.csv': LIST,
          'shop.json': JSON.stringify({ name: 'Chulha', ...words }),
          'pages/about.md': about,
        }),
        { stockMode: 'keep' },
      )
    await folder({ slogan: 'One', phone: '022 2222221' }, page('About', 'One.'))
    await folder({ slogan: 'Two', phone: '022 2222222' }, page('About us', 'Two.'))
    await folder({ slogan: 'Two', phone: '022 2222223' }, page('About us', 'Three.'))
    const { left } = await undone(shop, { number: 2, leavesLater: true })
    expect(left).toEqual([
      'shop.json: phone was changed later.',
      'The page about was changed later.',
    ])
    const { json } = await shop.db.selectFrom('shop').select('json').executeTakeFirstOrThrow()
    expect(JSON.parse(json)).toMatchObject({ slogan: 'One', phone: '022 2222223' })
    const rows = await shop.db.selectFrom('content_page').select(['title', 'body']).execute()
    expect(rows).toMatchObject([{ title: 'About', body: expect.stringContaining('Three.') }])
  })
})

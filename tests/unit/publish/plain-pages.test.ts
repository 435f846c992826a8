import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { layPlainPictures } from '#bin/plain-pictures.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { fillEmptyDatabase } from '#lib/server/import/apply/fill.ts'
import { type BuiltApp, loadApp } from '#lib/server/publish/app/build-output.ts'
import { finishPage } from '#lib/server/publish/finish-page.ts'
import { allPaths } from '#lib/server/publish/pages.ts'
import { writeReview } from '#lib/server/shopper/reviews/write-review.ts'
import { openSqlite, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows, type Row } from '#tests/support/lists/editors-file.ts'
import { insertUser } from '#tests/support/user-row.ts'

const ORIGIN = 'http://localhost:4321'
const BATCH = 100
type Gate = 'open' | 'redirect'

/** Pages rendered by Astro and as strings; undefined where the latter leaves it to Astro. */
async function bothWays(shop: TestDatabase, app: BuiltApp, paths: string[], productGate: Gate) {
  const [one, other] = [new Catalogue(shop.db), new Catalogue(shop.db)]
  const localsOf = (catalogue: Catalogue): App.Locals => ({
    ...{ catalogue, db: shop.db, origin: ORIGIN, productGate, search: undefined, location: 'All' },
    ...{ flash: undefined, body: undefined, requestId: '' },
  })
  const pages = []
  for (const path of paths) {
    const url = new URL(ORIGIN + path)
    const byAstro = await one.recorded(() => app.render(new Request(url), localsOf(one)))
    const asStrings = await other.recorded(() => app.plainText(url, localsOf(other)))
    const html = byAstro.value.status === 200 ? finishPage(await byAstro.value.text()) : undefined
    const text = asStrings.value === undefined ? undefined : finishPage(asStrings.value)
    const reads = [byAstro.reads, asStrings.reads].map((names) => [...names].sort().join())
    pages.push({ path, isPlain: text !== undefined, html, text, reads })
  }
  return pages
}

/** Expects both ways to give the same bytes. @returns the paths that only Astro can render */
async function expectEqual(shop: TestDatabase, gate: Gate): Promise<string[]> {
  const app = await loadApp(finishPage)
  const paths = (await allPaths(shop.db)).filter((path) => !/\.(xml|txt)$/.test(path))
  const left: string[] = []
  for (let at = 0; at < paths.length; at += BATCH) {
    for (const page of await bothWays(shop, app, paths.slice(at, at + BATCH), gate)) {
      if (!page.isPlain) left.push(page.path)
      else if (page.text !== page.html) expect(page.text, page.path).toBe(page.html)
      else expect(page.reads[0], page.path).toBe(page.reads[1])
    }
  }
  return left
}

test('pages of the demo shop are joined as strings, equal to what Astro renders', async () => {
  await using shop = await openSqlite()
  await layPlainPictures(shop.dataDir)
  await fillEmptyDatabase({ dataDir: shop.dataDir, catalogue: 'catalogue' }, shop.db)
  expect(await expectEqual(shop, 'open')).toEqual(['/404'])
})

test('500 products of the oddest texts come out the same in both ways, open and gated', async () => {
  await using shop = await openSqlite()
  await insertUser(shop, 'asha@example.com')
  await importRows(
    shop,
    Array.from({ length: 500 }, (_, at) => oddRow(at)),
  )
  await review(shop)
  // An import refuses these characters, but templates must cope with them all the same.
  for (const column of ['name', 'description'] as const) {
    const value = sql<string>`replace(${sql.ref(column)}, ${MARK}, ${'\u0001\u0002\t\u007f\u0085'})`
    await shop.db
      .updateTable('product')
      .set({ [column]: value })
      .execute()
  }
  expect(await expectEqual(shop, 'open')).toEqual(['/404'])
  // Behind the gate a product page redirects to the sign-in, which only Astro can do.
  const left = await expectEqual(shop, 'redirect')
  expect(left.filter((path) => !path.startsWith('/product/'))).toEqual(['/404'])
})

const MARK = 'control character'
const ODD = [
  `He said "no" & it's <b>bold</b> </script> <!-- x -->`,
  `A ${MARK} that no list may hold`,
  `'single' "double" \`back\` \\ backslash \\u003c $& $1 $\``,
  '&amp; &#38; &quot; already escaped',
  '😀 emoji, हिन्दी, العربية, e\u0301, \u2028 \u2029',
  '</body></html><script type="module" src="/x.js"></script>',
  '<link rel="stylesheet" href="/evil.css">',
  '<style>astro-island,</style> <astro-island prefix="r1" await-children>',
]

function oddRow(at: number): Row {
  const text = ODD[at % ODD.length] ?? ''
  const next = ODD[(at * 5 + 3) % ODD.length] ?? ''
  const price = `${10 + (at % 90)}.${at % 10}0`
  return {
    sku: `ODD-${at}`,
    name: at % 3 === 0 ? `${text} ${at}` : `Plain ${at}`,
    brand: at % 4 === 0 ? next : `Brand ${at % 7}`,
    category: at % 50 === 0 ? `Odd & <category> "${at % 3}"` : `Category ${at % 5}`,
    subcategory: `Shelf ${at % 9}`,
    description: at % 2 === 0 ? `${next}\n\n${text}` : '',
    price,
    oldprice: at % 6 === 1 ? '200' : '',
    weight: at % 6 === 0 ? `500 g=${price}|1 kg=120/130` : at % 6 === 2 ? '250 g|1 kg' : '',
    stock: at % 6 === 0 ? '' : String(at % 4),
    featured: at % 40 === 0 ? 'yes' : 'no',
  }
}

async function review(shop: TestDatabase): Promise<void> {
  const products = await shop.db.selectFrom('product').select('id').limit(60).execute()
  for (const [at, { id }] of products.entries()) {
    const opinion = { productId: id, text: ODD[at % ODD.length] ?? '', rating: 1 + (at % 5) }
    await inTransaction(shop.db, async (trx) => {
      await writeReview(trx, { id: 'asha', name: 'Asha' }, opinion)
      return { ok: true, value: undefined }
    })
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Publisher, type PublisherOptions } from '#lib/server/publish/publisher.ts'
import { readPage } from '#lib/server/publish/files/site-files.ts'
import type { TestDatabase } from './databases/database.ts'
import { productLines, type Row } from './lists/editors-file.ts'
import { folderOf, importPath } from './lists/import-files.ts'

/** For the publisher of a server whose threads are not what is tested: it renders in the test's own. */
export const AS_SERVER = { inlineUpTo: undefined, rendersHere: true }

/** A publisher for this shop that renders in the test's own thread. */
export const publisherOf = (
  shop: TestDatabase,
  options: PublisherOptions = {},
  {
    dataDir = shop.dataDir,
    jobLeaseMs = 200,
    publicUrl = 'http://localhost:4321',
    cartGate = 'signin',
  }: {
    dataDir?: string
    jobLeaseMs?: number
    publicUrl?: string
    cartGate?: 'open' | 'signin'
  } = {},
): Publisher =>
  new Publisher(
    {
      databaseUrl: shop.url,
      dataDir,
      publicUrl: new URL(publicUrl),
      productGate: 'open',
      cartGate,
      jobLeaseMs,
    },
    shop.db,
    { inlineUpTo: Infinity, ...options },
  )

/** All files of the published folder, with their contents in base64. */
export function filesOf(dataDir: string): Record<string, string> {
  const site = join(dataDir, 'site')
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => statSync(join(site, name)).isFile() && name !== '.mark')
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(site, name), 'base64')]))
}

/** `count` products in one category. */
export const shelf = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ sku: `DAL-${i}`, name: `Dal number ${i}` }))

/** A page from the published folder, by its path without the leading slash. */
export const page = (shop: TestDatabase, path: string): string =>
  readPage(join(shop.dataDir, 'site'), `/${path}`).toString()

/** The state of the editors' folder of lists. */
export type Lists = { rows: Row[]; picture: number; text: string; banner: string }

/** Imports a whole folder: products, a banner, a category's picture, and a page. */
export async function importLists(
  shop: TestDatabase,
  lists: Lists,
  pictures: Buffer[],
): Promise<void> {
  const file = `${lists.picture}.png`
  const folder = folderOf({
    'products.csv': productLines(lists.rows),
    'banners.csv': `image,alt,title,text,link,order\n${file},A,${lists.banner},,/,1\n`,
    'categories.csv': `category,subcategory,image,order\nRice,,${file},1\n`,
    'pages/about.md': `---\ntitle: About\ndescription: Us.\n---\n\n${lists.text}\n`,
    ...Object.fromEntries(pictures.map((bytes, i) => [`images/${i}.png`, bytes])),
  })
  const report = await importPath(shop, folder, { replace: true })
  if (report.isRefused) throw new Error(JSON.stringify(report.errors))
}

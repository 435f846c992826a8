import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { readTexts } from '#lib/server/desk/content/texts.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { turnArticles } from '#lib/server/sales/turn-articles.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { folderOf, importPath } from '#tests/support/lists/import-files.ts'
import { publishedBy } from '#tests/support/published.ts'

const LIST = 'sku,name,category,price\nA,Toor dal,Pulses,120\n'
const article = (title: string, day: string) =>
  `---\ntitle: ${title}\ndescription: About ${title}.\ndate: ${day}\n---\n\nText.\n`
/** A day that comes while nobody runs these tests. */
const DAY = '2199-11-05'
const MIDNIGHT = Date.parse('2199-11-04T18:30:00Z')

const bring = (shop: TestDatabase, day: string) =>
  importPath(
    shop,
    folderOf({
      'products.csv': LIST,
      'blog/diwali.md': article('Diwali sweets', day),
      'blog/old.md': article('Old news', '2026-01-31'),
      'pages/terms.md': article('Terms to come', DAY),
    }),
  )

const shownBy = async ({ db }: TestDatabase) =>
  (await new Catalogue(db).content('blog')).map(({ id }) => id)

forEachDatabase((open) => {
  test('an article whose day is still to come goes live at its midnight in India (E26)', async () => {
    await using shop = await open()
    const { publish, page } = publishedBy(shop)
    await bring(shop, DAY)
    await publish()
    const isThere = () => existsSync(join(shop.dataDir, 'site/blog/diwali.html'))
    expect(isThere()).toBe(false)
    for (const path of ['blog', 'blog/old', 'blog/rss.xml', 'sitemap-content.xml']) {
      expect(page(path)).not.toMatch(/diwali/i)
    }
    expect(page('terms'), 'a page, whatever its date').toContain('Terms to come')
    expect(await turnArticles(shop.db, MIDNIGHT - 1)).toBe(0)
    expect(await turnArticles(shop.db, MIDNIGHT)).toBe(1)
    expect(await turnArticles(shop.db, MIDNIGHT)).toBe(0)
    // A clock that was ahead is set right: the article waits again.
    expect(await turnArticles(shop.db, MIDNIGHT - 1)).toBe(1)
    await publish()
    expect(isThere()).toBe(false)
    expect(await turnArticles(shop.db, MIDNIGHT)).toBe(1)
    await publish()
    expect(page('blog/diwali')).toContain('"dateModified":"2199-11-05T00:00:00+05:30"')
    for (const path of ['blog', 'blog/old', 'blog/rss.xml', 'sitemap-content.xml']) {
      expect(page(path)).toMatch(/diwali/i)
    }
  })

  test('a day put off hides the article again, and taking that back shows it (E26)', async () => {
    await using shop = await open()
    const { publish } = publishedBy(shop)
    const isThere = () => existsSync(join(shop.dataDir, 'site/blog/diwali.html'))
    await bring(shop, '2026-02-01')
    await publish()
    expect(isThere()).toBe(true)
    await bring(shop, DAY)
    await publish()
    expect(isThere()).toBe(false)
    expect(await shownBy(shop)).toEqual(['old'])
    const texts = (await readTexts(shop.db)).filter(({ isShown }) => !isShown)
    expect(texts).toMatchObject([{ id: 'diwali', date: DAY }])
    await undoImport(shop.db, {})
    await publish()
    expect(isThere()).toBe(true)
    expect(await shownBy(shop)).toEqual(['diwali', 'old'])
  })
})

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { readFrontMatter, writeFrontMatter } from '#lib/server/import/read/folder/front-matter.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { folderOf, importPath, lastNames, newFolder } from '#tests/support/lists/import-files.ts'

const page = (title: string, text: string, more = '') =>
  `---\ntitle: ${title}\ndescription: About ${title}.\n${more}---\n\n${text}\n`
const dated = 'date: 2026-11-05\n'

const folderWith = (files: Record<string, string>) =>
  folderOf({ 'products.csv': 'sku,name,category,price\nA,Toor dal,Pulses,120\n', ...files })

forEachDatabase((open) => {
  test('pages and articles come with a folder, and importing again changes nothing', async () => {
    await using shop = await open()
    const folder = folderWith({
      'pages/about.md': page('About us', 'We sell **dal**.'),
      'blog/old.md': page('Old', 'Text', 'date: 2025-01-31\n'),
      'blog/new.md': page('New', 'Text', dated),
    })
    const report = await importPath(shop, folder)
    expect(report).toMatchObject({ errors: [], warnings: [], import: 1 })
    expect(await lastNames(shop)).toEqual(
      expect.arrayContaining(['content:page:about', 'content:list:page', 'content:links']),
    )
    const catalogue = new Catalogue(shop.db)
    expect(await catalogue.contentPage('page', 'about')).toMatchObject({
      title: 'About us',
      description: 'About About us.',
      body: 'We sell **dal**.',
      publishedOn: null,
    })
    expect((await catalogue.content('blog')).map(({ id }) => id)).toEqual(['new', 'old'])
    expect(await importPath(shop, folder)).toMatchObject({ import: null, unchanged: 1 })
  })

  test('a folder with one new article that would remove the others asks for their number first (E17)', async () => {
    await using shop = await open()
    await importPath(
      shop,
      folderWith({
        'blog/old.md': page('Old', 'Text', dated),
        'blog/next.md': page('Next', 'Text', dated),
      }),
    )
    const added = folderOf({ 'blog/new.md': page('New', 'Text', dated) })
    const { alarms } = await importPath(shop, added, { dryRun: true })
    expect(alarms).toMatchObject([{ isGrave: true, count: 2, act: 'Remove 2 pages and articles' }])
    expect(alarms[0]?.text).toContain('lacks them: Next; Old. Does it hold only what is new?')
    const both = folderOf({
      'blog/old.md': page('Old', 'Text', dated),
      'blog/new.md': page('New', 'Text', dated),
    })
    expect((await importPath(shop, both, { dryRun: true })).alarms).toEqual([])
  })

  test('an edit announces that page and its list, and the footer only when a title changes', async () => {
    await using shop = await open()
    const folder = folderWith({
      'pages/about.md': page('About us', 'One.'),
      'pages/faq.md': page('Questions', 'One.'),
      'blog/a.md': page('A', 'One.', dated),
    })
    await importPath(shop, folder)
    const edit = async (file: string, text: string) => {
      writeFileSync(join(folder, file), text)
      await importPath(shop, folder)
      return lastNames(shop)
    }
    const text = await edit('pages/about.md', page('About us', 'Two.'))
    expect(text).toEqual(['content:list:page', 'content:page:about'])
    const title = await edit('pages/about.md', page('Our shop', 'Two.'))
    expect(title).toEqual(['content:links', 'content:list:page', 'content:page:about'])
    const article = await edit('blog/a.md', page('B', 'One.', dated))
    expect(article).toEqual(['content:blog:a', 'content:list:blog'])
  })

  test('a file that goes takes its page with it; a folder that is not there changes nothing', async () => {
    await using shop = await open()
    const folder = folderWith({
      'pages/about.md': page('About us', 'One.'),
      'pages/faq.md': page('Questions', 'One.'),
      'blog/a.md': page('A', 'One.', dated),
    })
    await importPath(shop, folder)
    rmSync(join(folder, 'pages/faq.md'))
    rmSync(join(folder, 'blog'), { recursive: true })
    await importPath(shop, folder)
    const catalogue = new Catalogue(shop.db)
    expect((await catalogue.content('page')).map(({ id }) => id)).toEqual(['about'])
    expect(await catalogue.content('blog')).toHaveLength(1)
    expect(await lastNames(shop)).toEqual([
      'content:links',
      'content:list:page',
      'content:page:faq',
    ])
  })

  test('one faulty file refuses the import; without it, its page stays as it was', async () => {
    await using shop = await open()
    const folder = folderWith({ 'pages/about.md': page('About us', 'One.') })
    await importPath(shop, folder)
    writeFileSync(join(folder, 'pages/about.md'), '# About')
    writeFileSync(join(folder, 'pages/terms.md'), page('Terms', 'Be kind.'))
    expect(await importPath(shop, folder)).toMatchObject({ isRefused: true, import: null })
    expect(await new Catalogue(shop.db).content('page')).toHaveLength(1)
    const skipped = await importPath(shop, folder, { skipInvalid: true })
    expect(skipped).toMatchObject({ isRefused: false, import: 2 })
    const catalogue = new Catalogue(shop.db)
    expect((await catalogue.content('page')).map(({ id }) => id)).toEqual(['about', 'terms'])
    expect((await catalogue.contentPage('page', 'about'))?.body).toBe('One.')
  })

  test('an export gives the texts back, and importing it changes nothing', async () => {
    await using shop = await open()
    const title = '“Quoted”: a title # with signs'
    await importPath(
      shop,
      folderWith({
        'pages/about.md': page(JSON.stringify(title), 'One.\n\n---\n\nTwo.'),
        'blog/a.md': page('A', '# Heading\n\n> quote', dated),
      }),
    )
    const folder = join(newFolder(), 'export')
    await exportCatalogue(shop.db, folder, shop)
    expect(readFileSync(join(folder, 'blog/a.md'), 'utf8')).toBe(
      '---\ntitle: A\ndescription: About A.\ndate: 2026-11-05\n---\n\n# Heading\n\n> quote\n',
    )
    const again = await importPath(shop, folder, { replace: true })
    expect(again).toMatchObject({ errors: [], import: null, unchanged: 1 })
    expect((await new Catalogue(shop.db).contentPage('page', 'about'))?.title).toBe(title)
  })
})

test.each([
  ['pages/About.md', page('A', 'x'), null, 'lower-case letters'],
  ['pages/cart.md', page('A', 'x'), null, '/cart is a screen of the shop'],
  ['pages/a.md', '# About', null, 'three dashes'],
  ['pages/a.md', '---\ntitle: A\n', null, 'end the part'],
  ['pages/a.md', '---\ntitle\n---\nx', null, 'cannot be read'],
  ['pages/a.md', '---\ntitle: A\ntitle: B\n---\nx', null, 'twice'],
  ['pages/a.md', '---\ntitle: A\n---\nx', 'description', 'The description is missing'],
  ['pages/a.md', page('A', 'x', 'author: me\n'), 'author', 'author is not known'],
  ['pages/a.md', page('A', 'x', 'date: 5.11.2026\n'), 'date', 'year-month-day'],
  ['pages/a.md', page('A', 'x', 'date: 2026-02-30\n'), 'date', 'year-month-day'],
  ['blog/a.md', page('A', 'x'), 'date', 'The date is missing'],
  ['pages/a.md', page('A', ''), null, 'no text'],
  ['pages/a.md', page('A'.repeat(121), 'x'), 'title', 'longer than 120'],
  ['pages/a.md', page('"a\\nb"', 'x'), null, 'cannot be read'],
  ['pages/a.md', page('A', 'x\u0000'), null, 'NUL'],
  ['pages/a.md', page('A', 'x'.repeat(100_001)), null, 'more than 100000'],
])('%s with %j is refused with its reason', async (file, text, column, reason) => {
  await using shop = await openSqlite()
  const { errors, isRefused } = await importPath(shop, folderWith({ [file]: text }))
  expect(isRefused).toBe(true)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatchObject({ sku: '', column })
  expect(errors[0]?.reason).toContain(`${file}: `)
  expect(errors[0]?.reason).toContain(reason)
})

test('a fault names its line', async () => {
  await using shop = await openSqlite()
  const folder = folderWith({ 'pages/a.md': page('A', 'x', 'date: soon\n') })
  expect((await importPath(shop, folder)).errors[0]?.line).toBe(4)
})

test('a link in place of a file is refused, and other files are left out with a warning', async () => {
  await using shop = await openSqlite()
  const folder = folderWith({ 'pages/notes.txt': 'x' })
  mkdirSync(join(folder, 'pages'), { recursive: true })
  symlinkSync('/etc/hostname', join(folder, 'pages/secret.md'))
  const { errors, warnings } = await importPath(shop, folder)
  expect(errors.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('pages/secret.md: This is not an ordinary file'),
  ])
  expect(warnings).toEqual([expect.stringContaining('pages/notes.txt')])
})

test.each([
  ['title: Rice: our #1', 'Rice: our #1'],
  ["title: 'Rice: our #1' # of two", 'Rice: our #1'],
  ['title: yes', 'yes'],
  ['title: 2026-11-05', '2026-11-05'],
  ['# of the shop\ntitle: >-\n  Rice\n  and dal', 'Rice and dal'],
  ['title:', ''],
])('front matter is YAML of texts: %s', (head, title) => {
  const read = readFrontMatter(`---\n${head}\n---\ntext`)
  expect(read.ok && read.value.fields.get('title')).toBe(title)
})

test.each([
  'title: [a, b]',
  'title: &a x',
  'title: *a',
  'title: !!int 3',
  'title: "a\\nb"',
  '- title',
  '<<: {title: x}',
  'title: {a: b}',
])('what is no text of one line is refused in its line: %s', (head) => {
  const read = readFrontMatter(`---\n\n${head}\n---\ntext`)
  expect(read).toEqual({ ok: false, line: 3, fault: 'line' })
})

test.each([
  ['brackets', `title: ${'['.repeat(100_000)}`, 2],
  ['spaces', `title: a: b${' '.repeat(100_000)}x`, 2],
  ['steps', Array.from({ length: 20_000 }, (_, at) => `${' '.repeat(at % 900)}a:`).join('\n'), 102],
])('a head made to be read for hours is refused at once: %s (E01)', (_, head, line) => {
  expect(readFrontMatter(`---\n${head}\n---\n`)).toEqual({ ok: false, line, fault: 'line' })
})

test('front matter that was written is read back as it was', () => {
  const value = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text) => text.replaceAll(/\p{Cc}/gu, '').trim())
  fc.assert(
    fc.property(value, value, (title, body) => {
      const read = readFrontMatter(writeFrontMatter([['title', title]], body))
      expect(read.ok && read.value.fields.get('title')).toBe(title)
      expect(read.ok && read.value.body).toBe(body)
    }),
  )
})

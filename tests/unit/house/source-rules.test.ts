import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The paths of our own source files that contain a text. */
const filesWith = (text: RegExp) =>
  ['src', 'bin']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((path) => /\.(ts|tsx|astro|mjs)$/.test(path) && text.test(read(path)))

test('nothing of ours is drawn from a generator that can be guessed (A35)', () => {
  expect(filesWith(/Math\s*\.\s*random/)).toEqual([])
})

test('one module writes money as text (P14)', () => {
  expect(filesWith(/toFixed\(2\)|\/ 100\)\.to|style: 'currency'/)).toEqual(['src/lib/money.ts'])
})

test('queries are built from bound values: no raw text, no literal, no path of JSON (A03 T24)', () => {
  expect(filesWith(/\bsql\s*\.\s*(raw|lit)\b|\.key\(|JSONPath/)).toEqual([])
  const { dependencies } = JSON.parse(read('package.json'))
  const [, minor = 0, patch = 0] = String(dependencies.kysely).split('.').map(Number)
  // Both faults are fixed in this version.
  expect(minor * 1000 + patch, dependencies.kysely).toBeGreaterThanOrEqual(29_009)
})

/** All that templates and scripts may write as markup; each was checked. */
const MARKUP = [
  // Our own texts and icons; pages and articles through a renderer that knows no HTML.
  ...['renderMarkdown(page.body)', 'renderMarkdown(article.body)', 'icons[name]', 'of'],
  ...['SHOW_BOUGHT', 'SHOW_COLUMNS', 'SHOW_LOCATION', 'graphText(graph)'],
  // What templates have rendered already.
  ...["items.join('')", 'html'],
]

test('data is written as text: markup is put together at a few known places (A01 A14)', () => {
  const written = filesWith(/set:html|__html/).flatMap((path) =>
    [...read(path).matchAll(/(?:set:html=\{|__html: )([^}]*)\}/g)].map(([, value = '']) =>
      value.trim(),
    ),
  )
  expect(written.filter((value) => !MARKUP.includes(value))).toEqual([])
  const writers = /\.(?:inner|outer)HTML|insertAdjacentHTML|document\.write|srcdoc|createContextual/
  expect(filesWith(writers)).toEqual(['src/islands/kit/round-button.ts'])
  expect(filesWith(/\beval\(|new Function\(|javascript:/)).toEqual([])
})

test('no secret stands in our sources, and none is known to what browsers are sent (A37 A38)', () => {
  const secret =
    /rzp_(?:live|test)_\w{8}|-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[A-Z\d]{16}|gh[pousr]_\w{30}|xox[abpr]-/
  expect(filesWith(secret)).toEqual([])
  const client = join(ROOT, 'dist/client')
  const sent = readdirSync(client, { recursive: true, encoding: 'utf8' })
  expect(sent.filter((file) => /\.map$|(?:^|\/)\.|\.tsx?$/.test(file))).toEqual([])
  const scripts = sent.filter((file) => /\.(?:js|html|json)$/.test(file))
  expect(scripts).not.toEqual([])
  const knows = /AUTH_SECRET|KEY_SECRET|WEBHOOK_SECRET|DATABASE_URL|SMTP_URL|sourceMappingURL/
  expect(scripts.filter((file) => knows.test(readFileSync(join(client, file), 'utf8')))).toEqual([])
})

const RUPEES = /\bRs\b/

test('shoppers read ₹ but where the specification has words of its own (S-002 S-051 S-057 S-075 S-084)', () => {
  const own = {
    // How often each of these files uses the specification's own words for rupees.
    'islands/purchase/ProductInfo.tsx': 1,
    'islands/kit/ListRow.tsx': 1,
    'islands/wishlist/WishRow.tsx': 1,
    'islands/checkout/OrderPanel.tsx': 1,
    'lib/texts/page/page-texts.ts': 1,
  }
  const written = filesWith(RUPEES).filter((path) => !path.includes('/cli/'))
  const counts = written.map((path) => [
    relative('src', path),
    read(path).match(new RegExp(RUPEES, 'g'))?.length,
  ])
  expect(Object.fromEntries(counts)).toEqual(own)
})

/** A quoted whole sentence that is not an error to be thrown. */
const SENTENCE = /(?<!(?:new \w+|super)\(\s*)(['"`])[A-Z](?:(?!\1).)* (?:(?!\1).)*[a-z)}][.!]\1/
const COMMENT = /^ *(?:\/?\*|\/\/).*$/gm
/** What the owner reads where the program is started. */
const TERMINAL = /^src\/lib\/server\/(?:cli|settings)\//

test('whole sentences that a person reads stand in lib/texts, under one export name each', () => {
  const said = filesWith(SENTENCE).filter(
    (path) => path.startsWith('src/') && SENTENCE.test(read(path).replaceAll(COMMENT, '')),
  )
  const texts = filesWith(/^export /m).filter((path) => path.startsWith('src/lib/texts/'))
  expect(said.filter((path) => !texts.includes(path) && !TERMINAL.test(path))).toEqual([])
  const names = texts.flatMap((path) =>
    [...read(path).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name),
  )
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(filesWith(/\{[^}]*\w as \w[^}]*\} from '#lib\/texts/)).toEqual([])
})

test('a browser holds no form back for a field in a part of it that may be closed, where nobody would see why', () => {
  const held = /<details(?:(?!<form|<\/details>)[^])*?(?:pattern=|\brequired\b)/
  expect(filesWith(held)).toEqual([])
  // A file of fields that are in such a part.
  expect(read('src/pages/desk/content/_CategoryRow.astro')).not.toMatch(/pattern=|required/)
})

test('what ASVS asks for and we do otherwise is written down (A46)', () => {
  const text = read('docs/accounts.md')
  expect(text).toMatch(/## Deviations from ASVS/)
  expect(text).toContain('No second factor for shoppers')
  expect(text).toContain('No virus scanner')
})

test('the guide for the owner says what the card industry asks of them (P12)', () => {
  const text = read('docs/payments.md').replaceAll(/\s+/g, ' ')
  for (const duty of ['default password', 'within a month', 'external scan', 'on file']) {
    expect(text).toContain(duty)
  }
})

test('no sheet asks the whole page by :has(), or each change of it would style all of it anew', () => {
  const scripts = join(ROOT, 'dist/client/static/js')
  const sheets = readdirSync(scripts).filter((file) => file.endsWith('.css'))
  expect(sheets).not.toEqual([])
  const asking = (sheet: string) =>
    readFileSync(join(scripts, sheet), 'utf8').match(/(?:body|html|:root):has\([^{]*/g) ?? []
  expect(sheets.flatMap(asking)).toEqual([])
})

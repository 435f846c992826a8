import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unzip, type ZipLimits } from '#lib/server/desk/unzip.ts'
import { type ZipEntry, zipOf } from '#tests/support/lists/zip-files.ts'

const LIST = { name: 'products.csv', body: 'sku,name,category,price\nA,Atta,Staples,98\n' }

/** A folder of the test, and a function that unpacks an archive into it. */
function openFolder() {
  const root = mkdtempSync(join(tmpdir(), 'unzip-'))
  const folder = join(root, 'list')
  const unpack = (bytes: Buffer, limits?: ZipLimits) => {
    const file = join(root, 'received')
    writeFileSync(file, bytes)
    return unzip(file, folder, limits)
  }
  const files = () =>
    existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : []
  return { root, folder, unpack, files, [Symbol.dispose]: () => rmSync(root, { recursive: true }) }
}

test('the parts of a catalogue come out of a zipped folder; other files are named', async () => {
  using at = openFolder()
  const inner: ZipEntry[] = [
    LIST,
    { name: 'images/' },
    { name: 'images/atta.png', body: 'picture' },
    { name: 'pages/about.md', body: '---\n---' },
    { name: 'notes.docx', body: 'mine' },
    { name: '.DS_Store', body: 'litter' },
  ]
  const zip = zipOf([
    { name: 'diwali/' },
    ...inner.map((entry) => ({ ...entry, name: `diwali/${entry.name}` })),
    { name: '__MACOSX/diwali/._products.csv', body: 'litter' },
  ])
  expect(await at.unpack(zip)).toEqual({ ok: true, value: { ignored: ['diwali/notes.docx'] } })
  const parts = ['images', 'images/atta.png', 'pages', 'pages/about.md', 'products.csv']
  expect(at.files()).toEqual(parts)
  expect(readFileSync(join(at.folder, 'products.csv'), 'utf8')).toBe(LIST.body)
})

test('a picture zipped on a Mac has the name that its list gives it', async () => {
  using at = openFolder()
  for (const parts of [[LIST], []]) {
    rmSync(at.folder, { recursive: true, force: true })
    await at.unpack(zipOf([...parts, { name: 'images/Jalapeño.png'.normalize('NFD'), body: 'x' }]))
    expect(at.files()).toContain('images/Jalapeño.png'.normalize('NFC'))
  }
})

test.each([
  '../products.csv',
  'images/../../x.png',
  '/etc/cron.d/x',
  'C:/x.png',
  'images\\..\\..\\x.png',
  'images/a\x00.png',
])('a zip that names %j is refused as a whole', async (name) => {
  using at = openFolder()
  const done = await at.unpack(zipOf([LIST, { name, body: 'x' }]))
  expect(done).toMatchObject({
    ok: false,
    error: expect.stringMatching(/outside its own folder|cannot be read/),
  })
  expect(at.files()).toEqual([])
  expect(readdirSync(at.root)).toEqual(['received'])
})

test('a zip with a name that no disk takes is refused by that name', async () => {
  using at = openFolder()
  const name = `images/${'ä'.repeat(130)}.png`
  const done = await at.unpack(zipOf([LIST, { name, body: 'x' }]))
  expect(done).toMatchObject({ ok: false, error: expect.stringMatching(/ä{40}… .* too long/) })
  expect(at.files()).toEqual([])
})

test('a link in a zip is refused', async () => {
  using at = openFolder()
  const link = { name: 'images/atta.png', body: '/etc/passwd', attributes: 0o120777 * 2 ** 16 }
  expect(await at.unpack(zipOf([LIST, link]))).toMatchObject({ ok: false })
  expect(at.files()).toEqual([])
})

test('a zip bomb is refused before a byte of it is unpacked', async () => {
  using at = openFolder()
  const bomb = { name: 'images/a.png', body: Buffer.alloc(2 ** 20) }
  const done = await at.unpack(zipOf([LIST, bomb]), { files: 10, bytes: 2 ** 20 })
  expect(done).toMatchObject({ ok: false, error: expect.stringMatching(/holds too much/) })
  expect(at.files()).toEqual([])
})

test('a zip that lies about a size is refused, and no more bytes are written', async () => {
  using at = openFolder()
  const bomb = { name: 'images/a.png', body: Buffer.alloc(8 * 2 ** 20), size: 1000 }
  expect(await at.unpack(zipOf([LIST, bomb]))).toMatchObject({ ok: false })
  const written = at.files().includes('images/a.png')
    ? readFileSync(join(at.folder, 'images/a.png')).length
    : 0
  expect(written).toBeLessThanOrEqual(1000)
})

test.each([
  [
    'too many files',
    [LIST, ...Array.from({ length: 10 }, (_, n) => ({ name: `images/${n}.png` }))],
  ],
  ['a part twice', [LIST, { name: 'images/a.png' }, { name: 'images/A.png' }]],
  ['a password', [{ ...LIST, flags: 0x801 }]],
  ['no list', [{ name: 'prices.csv', body: 'sku' }]],
  ['a workbook', [{ name: '[Content_Types].xml', body: '<x/>' }, { name: 'xl/workbook.xml' }]],
] as [string, ZipEntry[]][])('a zip with %s is refused with a reason', async (_, entries) => {
  using at = openFolder()
  const done = await at.unpack(zipOf(entries), { files: 10, bytes: 2 ** 20 })
  expect(done).toMatchObject({ ok: false, error: expect.stringMatching(/^\S.*\.$/) })
  expect(at.files()).toEqual([])
})

test('a damaged zip is refused with a reason', async () => {
  using at = openFolder()
  const zip = zipOf([LIST])
  expect(await at.unpack(zip.subarray(0, 50))).toMatchObject({
    ok: false,
    error: expect.stringMatching(/damaged/),
  })
  zip.fill(0xff, 45, 60)
  expect(await at.unpack(zip)).toMatchObject({ ok: false, error: expect.stringMatching(/damaged/) })
})

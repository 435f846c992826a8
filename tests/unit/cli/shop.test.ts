import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { runShop } from '#lib/server/cli/run.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { fillEmptyDatabase } from '#lib/server/import/apply/fill.ts'
import { FAILED } from '#lib/server/publish/records/read-index.ts'
import { findSite } from '#lib/server/publish/site/site.ts'
import { noteMove } from '#lib/server/settings/shop-move.ts'
import { withServerSettings, noteRunning } from '#lib/server/settings/running.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { folderOf, newFolder } from '#tests/support/lists/import-files.ts'
import { shop } from '#tests/support/shop-in-process.ts'

const HEADER = 'sku,name,category,price'

function start(args: string[], dataDir: string, env: Record<string, string> = {}) {
  const settings = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env }
  const command = [join(ROOT, 'bin/shop.ts'), ...args]
  return spawn(process.execPath, command, {
    cwd: ROOT,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const fileOf = (content: string) => join(folderOf({ 'list.csv': content }), 'list.csv')
const GOOD = `${HEADER}\nA,Toor dal,Pulses,120\n`
const BAD = `${GOOD}B,,Pulses,1\n`

test('without a command, and with an unknown one, it says how it is used and exits with 2', async () => {
  for (const args of [[], ['bake']]) {
    const { code, out, err } = await shop(args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Usage: npm run --silent shop --')
  }
})

test.each([
  [['check'], 'check needs PATH.'],
  [['grant', 'asha@example.com'], 'grant needs EMAIL ROLE.'],
  [['revoke'], 'revoke needs EMAIL [ROLE].'],
  [['check', ''], 'What follows check is empty.'],
  [['check', 'a', 'b'], 'check does not take "b".'],
  [['check', '--skip-invalid', 'a'], '--skip-invalid'],
  [['import', '--dryrun', 'a'], '--dryrun'],
  [['import', 'a', '--map'], '--map'],
  [['publish', 'a'], 'publish does not take "a".'],
  [['status', '--all'], '--all'],
  [['check', '/nowhere/at/all.csv'], 'There is nothing at /nowhere/at/all.csv.'],
  [['restore', '/nowhere/at/all'], 'There is nothing at /nowhere/at/all.'],
  [['stock', 'count', 'DAL'], 'stock count needs SKU UNITS.'],
  [['stock', 'soldout'], 'stock soldout needs SKU.'],
  [['stock', 'count', 'DAL', 'five'], 'UNITS is a whole number, such as 12, not "five".'],
  [['import', '/nowhere', '--json'], 'There is nothing at /nowhere.'],
])('wrong usage %j exits with 2 and names what is wrong', async (args, message) => {
  const { code, out, err } = await shop(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(message)
  expect(err).not.toMatch(/^\s+at /m)
})

test('the program itself answers on standard output and by its exit code', async () => {
  const child = start(['check', fileOf(BAD), '--json'], newFolder())
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect([await ended, err]).toEqual([1, ''])
  expect(JSON.parse(out)).toMatchObject({ parsed: 2, rejected: 1 })
})

test('a terminal gets a progress bar and colours, which leave no trace in the result', async () => {
  let out = ''
  let err = ''
  const terminal = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    isTerminal: true,
    columns: 80,
  }
  await runShop(['check', fileOf(BAD)], { DATA_DIR: newFolder() }, terminal, async () => {})
  expect(out).toBe('2 rows: 1 good, 1 refused.\n')
  expect(err).toMatch(/█.*Reading: 0\.0 of 0\.0 MB/)
  expect(err).toContain('\u001b[31mline 3, sku B, column name\u001b[0m: The name is missing.')
})

test('help of every command is on standard output', async () => {
  for (const name of ['check', 'import', 'export', 'publish', 'status']) {
    const { code, out } = await shop([name, '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`Usage: npm run --silent shop -- ${name}`)
  }
  expect((await shop(['--help'])).code).toBe(0)
})

test('an import that is refused says so and exits with 1', async () => {
  const dataDir = newFolder()
  const { code, out } = await shop(['import', fileOf(BAD), '--json', '--new'], dataDir)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    parsed: 2,
    accepted: 1,
    added: 0,
    pages: [],
    import: null,
  })
  const words = await shop(['import', fileOf(BAD)], dataDir)
  expect(words.out).toContain(
    'Nothing was changed. Correct the rows, or leave them out with --skip-invalid.',
  )
})

test('a dry run lists the pages and exits with 0', async () => {
  const dataDir = newFolder()
  const { code, out } = await shop(
    ['import', fileOf(GOOD), '--dry-run', '--json', '--new'],
    dataDir,
  )
  expect(code).toBe(0)
  const report = JSON.parse(out)
  expect(Object.keys(report)).toEqual([
    'parsed',
    'accepted',
    'rejected',
    'errors',
    'added',
    'changed',
    'unchanged',
    'withdrawn',
    'pages',
    'changes',
    'import',
  ])
  expect(report).toMatchObject({ added: 1, import: null })
  expect(report.pages).toContainEqual({ path: '/product/toor-dal', change: 'added' })
  const status = await shop(['status', '--json'], dataDir)
  expect(JSON.parse(status.out)).toMatchObject({ products: 0, queue: 0 })
})

test('status counts products, imports and what waits; export gives the products back', async () => {
  const dataDir = newFolder()
  const settings = { dataDir, catalogue: fileOf(GOOD) }
  const db = openDatabase(join(dataDir, 'shop.db'))
  await migrate(db)
  await fillEmptyDatabase(settings, db)
  await db.destroy()
  const status = await shop(['status', '--json'], dataDir)
  expect(JSON.parse(status.out)).toEqual({
    products: 1,
    imports: [expect.objectContaining({ import: 1, added: 1, source: 'list.csv' })],
    queue: 1,
    failed: [],
    attention: [],
  })
  const target = join(newFolder(), 'out.csv')
  const { code, out } = await shop(['export', target, '--json'], dataDir)
  expect([code, JSON.parse(out)]).toEqual([0, { products: 1 }])
  // A file that is there already may be the owner's own work.
  const over = await shop(['export', target], dataDir)
  expect([over.code, over.err]).toEqual([2, expect.stringContaining('add --replace')])
  expect(await shop(['export', target, '--replace'], dataDir)).toMatchObject({ code: 0 })
  const again = await shop(['import', target, '--json'], dataDir)
  expect([again.code, JSON.parse(again.out)]).toMatchObject([0, { unchanged: 1, import: null }])
})

test.each([
  ['status'],
  ['export', 'out'],
  ['undo'],
  ['publish'],
  ['orders', 'list'],
  ['backup', 'b'],
])('where there is no shop, %s says so and makes none', async (...args) => {
  const dataDir = newFolder()
  const { code, out, err } = await shop(args, dataDir)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(`There is no shop in ${dataDir}.`)
  expect(readdirSync(dataDir)).toEqual([])
})

test('status sums up the pages that could not be rendered, and says times of India', async () => {
  const dataDir = newFolder()
  const made = openDatabase(join(dataDir, 'shop.db'))
  await migrate(made)
  await fillEmptyDatabase({ dataDir, catalogue: fileOf(GOOD) }, made)
  await made.destroy()
  const db = openDatabase(join(dataDir, 'shop.db'))
  await db
    .updateTable('catalogue_import')
    .set({ created_at: Date.parse('2026-11-22T16:14:00Z') })
    .execute()
  const pages = ['/product/a', '/product/b'].map((path) => ({
    ...{ site_id: 'local', path, reads: '', fingerprint: FAILED },
  }))
  await findSite(db, 'local')
  await db.insertInto('page').values(pages).execute()
  await db.destroy()
  const { out } = await shop(['status'], dataDir)
  expect(out.match(/Needs attention/g)).toHaveLength(1)
  expect(out).toContain('2 pages, such as /product/a, could not be rendered.')
  expect(out).toContain('Import 1, 22 Nov 2026, 9:44 pm, list.csv')
})

test('a command works as the running server does, and not on a database that it has left', async () => {
  const dataDir = newFolder()
  const settings = readSettings({ DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:9999' })
  const asked = () => withServerSettings(readSettings({ DATA_DIR: dataDir }), {}).publicUrl.origin
  const forget = noteRunning(settings)
  expect(asked()).toBe('http://localhost:9999')
  const own = { PUBLIC_URL: 'http://localhost:4321' }
  expect(withServerSettings(readSettings({ DATA_DIR: dataDir, ...own }), own).publicUrl.port).toBe(
    '4321',
  )
  const link = join(newFolder(), 'link')
  symlinkSync(dataDir, link)
  expect(withServerSettings(readSettings({ DATA_DIR: link }), {}).publicUrl.port).toBe('9999')
  // As left by a killed server, whose process id another process has now.
  const note = join(dataDir, 'server.json')
  const said = readFileSync(note, 'utf8')
  writeFileSync(note, said.replace(/( \d+) \w+"/, '$1 1"'))
  expect(asked()).toBe('http://localhost:4321')
  const elsewhere = 'postgres://shop:secret@db.example/shop'
  noteRunning({ ...settings, databaseUrl: elsewhere })
  const refused = await shop(['status'], dataDir)
  expect([refused.code, refused.err]).toMatchObject([
    2,
    expect.stringContaining('keeps its data in postgres://shop@db.example/shop'),
  ])
  forget()
  expect(asked()).toBe('http://localhost:4321')
  noteMove(settings, elsewhere, Date.parse('2026-11-22T16:14:00Z'))
  const moved = await shop(['status', '--new'], dataDir)
  expect(moved.err).toContain(
    'was moved to postgres://shop@db.example/shop on 22 Nov 2026, 9:44 pm',
  )
})

test('a wrong setting is named and exits with 2', async () => {
  const { code, err } = await shop(['status'], newFolder(), { PORT: 'many' })
  expect(code).toBe(2)
  expect(err).toContain('PORT')
})

test('a folder without products, a file that is none and an unreadable place each have their sentence', async () => {
  const empty = await shop(['check', newFolder(), '--json'])
  expect([empty.code, JSON.parse(empty.out).errors]).toMatchObject([
    1,
    [{ reason: 'There is no products.csv in the folder.' }],
  ])
  const program = await shop(['check', process.execPath, '--json'])
  expect(program.code).toBe(1)
  expect(JSON.parse(program.out).errors).toHaveLength(1)
  const noDatabase = await shop(['status', '--new'], fileOf(GOOD))
  expect(noDatabase.code).toBe(1)
  expect(noDatabase.err).not.toMatch(/^\s+at /m)
})

test('an import that is killed leaves nothing that counts, and the next one cleans up', async () => {
  const dataDir = newFolder()
  const rows = Array.from({ length: 20_000 }, (_, i) => `R-${i},Rice number ${i},Rice,${i + 1}\n`)
  const child = start(['import', fileOf(`${HEADER}\n${rows.join('')}`), '--new'], dataDir)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const database = join(dataDir, 'shop.db')
  for (let staged = 0; staged === 0;) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    staged = existsSync(database) ? await count(database, 'import_row').catch(() => 0) : 0
  }
  child.kill('SIGKILL')
  await ended
  expect(await count(database, 'product')).toBe(0)
  const { code, out } = await shop(['import', fileOf(GOOD), '--dry-run', '--json'], dataDir)
  expect([code, JSON.parse(out).added]).toEqual([0, 1])
  expect(await count(database, 'import_row')).toBe(0)
})

async function count(file: string, table: 'import_row' | 'product'): Promise<number> {
  const db = openDatabase(file)
  try {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  } finally {
    await db.destroy()
  }
}

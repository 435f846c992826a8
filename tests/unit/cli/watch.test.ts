import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { openSqlite, type TestDatabase } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'
import { runCommand } from '#tests/support/shop-command.ts'

const HEADER = 'sku,name,category,price'
/** Longer than a program pauses while saving. */
const PIECES_MS = 300
/** Shorter than a watcher waits for the rest of a row. */
const IN_TIME_MS = 900

/** Starts `shop watch FILE --json`, which is ended with the test. */
function startWatch({ dataDir }: TestDatabase, file: string) {
  const child = spawn(process.execPath, [join(ROOT, 'bin/shop.ts'), 'watch', file, '--json'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGINT'))
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    next: async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null'),
    end: async (): Promise<unknown> => {
      child.kill('SIGINT')
      return (await ended)[0]
    },
  }
}

test('watch publishes at every save, says one object a change, and survives a bad row', async () => {
  await using shop = await openSqlite()
  const file = join(newFolder(), 'list.csv')
  const save = (...rows: string[]) => {
    // Saves like most programs: a new file replaces the old one.
    writeFileSync(`${file}.new`, [HEADER, ...rows, ''].join('\n'))
    renameSync(`${file}.new`, file)
  }
  save('A,Toor dal,Pulses,120')
  const { next, end } = startWatch(shop, file)
  expect(await next()).toMatchObject({ parsed: 1, added: 1 })
  save('A,Toor dal,Pulses,120', 'B,,Pulses,1')
  expect(await next()).toMatchObject({ parsed: 2, rejected: 1, import: null })
  save('A,Toor dal,Pulses,125')
  expect(await next()).toMatchObject({ parsed: 1, changed: 1 })
  expect(await end()).toBe(0)
  const price = await shop.db.selectFrom('product').select('price_paise').executeTakeFirst()
  expect(price?.price_paise).toBe(12_500)
})

test('a list that is written in pieces is imported as a whole (E07)', async () => {
  // A stall between the pieces is to the watcher the end of the list.
  while (!(await writeInPieces()));
})

/** @returns whether the pieces came in time, and the list was imported as a whole */
async function writeInPieces(): Promise<boolean> {
  await using shop = await openSqlite()
  const file = join(newFolder(), 'list.csv')
  writeFileSync(file, `${HEADER}\nA,Toor dal,Pulses,120\n`)
  const watched = startWatch(shop, file)
  expect(await watched.next()).toMatchObject({ added: 1 })
  // As over a slow connection: cut off within the price, and the rest later.
  const start = performance.now()
  writeFileSync(file, `${HEADER}\nA,Toor dal,Pulses,12`)
  await pause(PIECES_MS)
  appendFileSync(file, '99\n')
  if (performance.now() - start > IN_TIME_MS) {
    await watched.end()
    return false
  }
  expect(await watched.next()).toMatchObject({ changed: 1 })
  const { price_paise } = await shop.db
    .selectFrom('product')
    .select('price_paise')
    .executeTakeFirstOrThrow()
  expect(price_paise).toBe(129_900)
  await watched.end()
  return true
}

test('a watched list counts no shelf: each save would bring back what was sold since', async () => {
  await using shop = await openSqlite()
  const file = join(newFolder(), 'list.csv')
  writeFileSync(file, `${HEADER}\nA,Toor dal,Pulses,120\n`)
  const { code, err } = await runCommand(shop, ['watch', file, '--set-stock'])
  expect([code, err]).toEqual([2, expect.stringContaining('Import it once with --set-stock.')])
  expect(await shop.db.selectFrom('product').select('id').execute()).toEqual([])
})

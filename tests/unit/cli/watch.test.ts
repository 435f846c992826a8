import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openSqlite } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/import-files.ts'
import { runCommand } from '#tests/support/shop-command.ts'

const ROOT = join(import.meta.dirname, '../../..')
const HEADER = 'sku,name,category,price'

test('watch publishes at every save, says one object a change, and survives a bad row', async () => {
  await using shop = await openSqlite()
  const file = join(newFolder(), 'list.csv')
  const save = (...rows: string[]) => {
    // As most programs save: a new file takes the place of the old one.
    writeFileSync(`${file}.new`, [HEADER, ...rows, ''].join('\n'))
    renameSync(`${file}.new`, file)
  }
  save('A,Toor dal,Pulses,120')
  const child = spawn(process.execPath, [join(ROOT, 'bin/shop.ts'), 'watch', file, '--json'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], DATA_DIR: shop.dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null')
  try {
    expect(await next()).toMatchObject({ parsed: 1, added: 1 })
    save('A,Toor dal,Pulses,120', 'B,,Pulses,1')
    expect(await next()).toMatchObject({ parsed: 2, rejected: 1, import: null })
    save('A,Toor dal,Pulses,125')
    expect(await next()).toMatchObject({ parsed: 1, changed: 1 })
  } finally {
    child.kill('SIGINT')
  }
  expect((await ended)[0]).toBe(0)
  const price = await shop.db.selectFrom('product').select('price_paise').executeTakeFirst()
  expect(price?.price_paise).toBe(12_500)
})

test('a watched list counts no shelf: each save would bring back what was sold since', async () => {
  await using shop = await openSqlite()
  const file = join(newFolder(), 'list.csv')
  writeFileSync(file, `${HEADER}\nA,Toor dal,Pulses,120\n`)
  const { code, err } = await runCommand(shop, ['watch', file, '--set-stock'])
  expect([code, err]).toEqual([2, expect.stringContaining('Import it once with --set-stock.')])
  expect(await shop.db.selectFrom('product').select('id').execute()).toEqual([])
})

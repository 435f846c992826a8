import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { runShop } from '#lib/server/cli/run.ts'
import { forEachDatabase, openSqlite } from '#tests/support/database.ts'
import { newFolder } from '#tests/support/import-files.ts'
import { insertUser } from '#tests/support/user-row.ts'

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

forEachDatabase((open) => {
  test('only the command line makes an editor, and only of somebody who has signed up', async () => {
    await using shop = await open()
    await insertUser(shop, 'asha@example.org')
    const run = async (...args: string[]) => {
      const done = { code: -1, err: '' }
      const terminal = {
        out: () => {},
        err: (text: string) => void (done.err += text),
        isTerminal: false,
        columns: 80,
      }
      const isPostgres = shop.url.startsWith('postgres')
      const env = { DATA_DIR: shop.dataDir, ...(isPostgres && { DATABASE_URL: shop.url }) }
      done.code = await runShop(['grant', ...args], env, terminal, async () => {})
      return done
    }
    expect((await run('asha@example.org', 'owner')).code).toBe(2)
    expect(await run('nobody@example.org', 'editor')).toEqual({
      code: 1,
      err: 'Nobody has signed up as nobody@example.org. Sign up in the shop first.\n',
    })
    const read = () => shop.db.selectFrom('user').select('is_editor').executeTakeFirst()
    expect(Boolean((await read())?.is_editor)).toBe(false)
    expect((await run('Asha@Example.org', 'editor')).code).toBe(0)
    expect(Boolean((await read())?.is_editor)).toBe(true)
  })
})

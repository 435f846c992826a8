import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Runs deploy/as-shop.sh from a folder, with a file of settings; who the tests run as stands for the user kirana. */
async function asShop(cwd: string, settings: string, ...args: string[]) {
  const away = newFolder()
  writeFileSync(join(away, 'kirana.env'), settings)
  writeFileSync(join(away, 'runuser'), '#!/bin/sh\nshift 3\nexec "$@"\n', { mode: 0o700 })
  const env = { PATH: `${away}:${process.env['PATH']}`, SETTINGS_FILE: join(away, 'kirana.env') }
  const child = spawn(join(ROOT, 'deploy/as-shop.sh'), args, { cwd, env })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'close')
  return { code: child.exitCode, out, err }
}

test.each([
  'MAIL_FROM=Asha Stores <orders@asha.example>',
  "MAIL_FROM='Asha Stores <orders@asha.example>'",
  'MAIL_FROM="Asha Stores <orders@asha.example>" ',
  '# MAIL_FROM=nobody\nMAIL_FROM= Asha Stores <orders@asha.example>',
])('the command line of the service reads its settings as systemd does: %s', async (line) => {
  await using shop = await openSqlite()
  const { code, err } = await asShop(ROOT, `${line}\nDATA_DIR=${shop.dataDir}`, 'status')
  expect([code, err]).toEqual([0, ''])
})

test('a value that the service would refuse is refused by its command line, too', async () => {
  await using shop = await openSqlite()
  const settings = `MAIL_FROM=Asha Stores\nDATA_DIR=${shop.dataDir}\n`
  const { code, err } = await asShop(ROOT, settings, 'status')
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('MAIL_FROM is "Asha Stores", but must be'),
  ])
})

test('a list is found in the folder where the owner types its name', async () => {
  await using shop = await openSqlite()
  await importRows(shop, [{ sku: 'DAL-1', price: '120' }])
  const folder = newFolder()
  writeFileSync(join(folder, 'list.csv'), 'sku,price\nDAL-1,99\n')
  const { code } = await asShop(folder, `DATA_DIR=${shop.dataDir}`, 'import', 'list.csv')
  expect(code).toBe(0)
  const products = await shop.db.selectFrom('product').select(['sku', 'price_paise']).execute()
  expect(products).toEqual([{ sku: 'DAL-1', price_paise: 9900 }])
})

test('what must be done while the shop is closed is described for a container', async () => {
  const guide = read('docs/deploy.md')
  expect(guide).toMatch(/docker run --rm [^`]* node bin\/shop\.ts restore /)
  for (const name of ['restore', 'move-database']) {
    const { out } = await asShop(ROOT, '', name, '--help')
    expect(out, name).toMatch(/Stop the shop first \(in a container:\s+docs\/deploy\.md\)/)
  }
})

test('Docker waits as long as systemd for a shop that finishes what it has accepted', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/kirana.service')) ?? []
  const guide = read('docs/deploy.md')
  expect(guide).toMatch(new RegExp(`^docker run -d .* --stop-timeout ${seconds} `, 'm'))
})

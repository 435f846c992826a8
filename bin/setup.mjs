// Runs before the npm scripts, also under an older Node and without node_modules:
// plain JavaScript and node: modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const STAMP = 'node_modules/.setup-stamp'
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** What the installed packages depend on; the lock file may be touched by npm, so hash it after. */
function fingerprint() {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

function installPackages() {
  const isFresh =
    existsSync('node_modules/.bin/node') &&
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === fingerprint()
  if (isFresh) return
  console.log('Installing packages (once, about a minute)…')
  // The lock file was written on Linux x64: elsewhere npm picks its own binaries.
  const isHome = process.platform === 'linux' && process.arch === 'x64'
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  if (!isHome) args.push('--no-package-lock')
  const npm = process.env.npm_execpath
  const isDone = npm ? run(process.execPath, [npm, ...args]) : run('npm', args)
  if (!isDone) fail('Installing the packages failed; npm says why above.')
  writeFileSync(STAMP, fingerprint())
}

function installBrowser() {
  const { CHROMIUM_PATH } = process.env
  if ([CHROMIUM_PATH, ...BROWSERS].some((path) => path && existsSync(path))) return
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot) {
    console.log('Installing Chromium for the browser tests…')
    process.env.DEBIAN_FRONTEND = 'noninteractive'
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  }
  if (existsSync('/usr/bin/chromium')) return
  fail(
    'The browser tests need Chromium. On Debian or Ubuntu: sudo apt-get install chromium. ' +
      'Elsewhere install it and set CHROMIUM_PATH to its executable.',
  )
}

installPackages()
if (process.argv.includes('--browser')) installBrowser()

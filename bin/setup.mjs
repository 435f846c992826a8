// Runs before the npm scripts, also under an older Node and without node_modules: plain JavaScript
// and `node:` modules only. `--dev` also installs what checks and tests need, `--browser` the
// browser as well.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { browserPath } from './browser-path.mjs'

const STAMP = 'node_modules/.setup-stamp'
const LINK = 'node_modules/.bin/node'
const OWN_NODE = 'bin/node/node_modules'
/** Older versions of SQLite could lose a write-ahead log written by two connections (T27). */
const [OLDEST_NODE, OLDEST_SQLITE] = ['24.0.0', '3.51.3']
/**
 * The oldest Node of each release line that installs all packages: npm silently skips optional ones
 * that require a newer Node.
 */
const INSTALLERS = ['20.19.0', '22.13.0', '23.5.0']

const wantsBrowser = process.argv.includes('--browser')
const wantsDev = wantsBrowser || process.argv.includes('--dev')
const run = (command, args, cwd = '.') =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** The path of this machine's npm, as a script that any Node can run. */
function findNpm() {
  if (process.env.npm_execpath) return process.env.npm_execpath
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'npm')
    if (folder && existsSync(path)) return realpathSync(path)
  }
  return fail('The shop is installed with npm, which is not here. On Debian: apt-get install npm')
}

async function npm(node, args, cwd) {
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error']
  // An old npm triggers deprecation warnings under a newer Node.
  if (await run(node, ['--no-deprecation', findNpm(), ...all], cwd)) return
  fail('Installing the packages failed; npm says why above.')
}

/** A hash of everything that determines which packages are installed. */
function fingerprint() {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Installs what the lock file names. Once installed, development packages stay. */
async function installPackages(node) {
  const [made = '', kind = ''] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split(' ') : []
  const isDev = wantsDev || kind === 'dev'
  if (made === fingerprint() && (kind === 'dev' || !isDev)) return
  console.log('Installing packages (once, about half a minute)…')
  await npm(node, isDev ? ['ci'] : ['ci', '--omit=dev'])
  writeFileSync(STAMP, `${fingerprint()} ${isDev ? 'dev' : 'shop'}`)
}

/** Whether a version is at least another. */
function isAtLeast(version, oldest) {
  const [ours, theirs] = [version, oldest].map((text) => text.split('.').map(Number))
  const at = ours.findIndex((part, index) => part !== theirs[index])
  return at < 0 || ours[at] > (theirs[at] ?? 0)
}

/** Whether the machine's own Node can run the shop. */
function isRunner() {
  const { node, sqlite = '0' } = process.versions
  return isAtLeast(node, OLDEST_NODE) && isAtLeast(sqlite, OLDEST_SQLITE)
}

/** Whether this Node can install all packages that the Node running the shop needs. */
function isInstaller() {
  const { node } = process.versions
  const [line] = node.split('.')
  const isOf = (oldest) => oldest.startsWith(`${line}.`) && isAtLeast(node, oldest)
  return Number(line) >= 24 || INSTALLERS.some(isOf)
}

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** The name of the own Node's package, if it is installed as its lock file says now. */
function findOwnNode() {
  const names = existsSync(OWN_NODE) ? readdirSync(OWN_NODE) : []
  const { packages = {} } = readJson('bin/node/package-lock.json')
  const isLocked = (name) =>
    packages[`node_modules/${name}`]?.version ===
    readJson(`${OWN_NODE}/${name}/package.json`).version
  return names.find((name) => name.startsWith('node-') && isLocked(name))
}

/**
 * Installs a Node next to the shop, from a lock file of its own.
 * @returns its executable
 */
async function provideNode() {
  const { node } = process.versions
  if (!findOwnNode()) {
    console.log(`Installing a Node of the shop's own, as this one is ${node}…`)
    await npm(process.execPath, ['ci'], 'bin/node')
    // Remove the headers: a third of the package, and nothing here is compiled.
    const added = findOwnNode()
    if (added) rmSync(`${OWN_NODE}/${added}/include`, { recursive: true, force: true })
  }
  const name = findOwnNode()
  // If npm cannot fetch an optional package, it silently skips it, as if it were for another
  // platform.
  if (!name) {
    fail(
      `The shop needs a newer Node than ${node}, and npm brought none. Either it did not ` +
        `reach its registry (npm ping tells), or it has none for ${process.platform} ${process.arch}: ` +
        'then install Node 24 yourself.',
    )
  }
  return realpathSync(`${OWN_NODE}/${name}/bin/node`)
}

/**
 * Installs the packages and, if this machine's Node or the shop's own is too old, another Node beside them.
 * @returns the Node that runs the shop
 */
async function installAll() {
  const isOurs = existsSync(OWN_NODE) && process.execPath.startsWith(realpathSync(OWN_NODE))
  if (isOurs ? findOwnNode() : isRunner()) {
    await installPackages(process.execPath)
    return process.execPath
  }
  // An own Node that is outdated goes away before the new one comes, so it cannot install packages meanwhile.
  if (!isOurs && isInstaller()) {
    const [node] = await Promise.all([provideNode(), installPackages(process.execPath)])
    return node
  }
  const node = await provideNode()
  await installPackages(node)
  return node
}

/** Makes commands find our own Node first. */
function linkNode(node) {
  if (!existsSync(OWN_NODE) || !node.startsWith(realpathSync(OWN_NODE)) || existsSync(LINK)) return
  mkdirSync('node_modules/.bin', { recursive: true })
  symlinkSync(`../../${relative('.', node)}`, LINK)
}

async function installBrowser() {
  if (browserPath()) return
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot) {
    console.log('Installing Chromium for the browser tests…')
    process.env.DEBIAN_FRONTEND = 'noninteractive'
    await run('apt-get', ['update', '-qq'])
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    // Outside Debian, the headless shell is only available as part of Chromium.
    if (!(await run('apt-get', [...install, 'chromium-headless-shell']))) {
      await run('apt-get', [...install, 'chromium'])
    }
  }
  if (browserPath()) return
  fail(
    'The browser tests need Chromium. On Debian or Ubuntu: sudo apt-get install chromium. ' +
      'Elsewhere install it and set CHROMIUM_PATH to its executable.',
  )
}

const node = await installAll()
linkNode(node)
if (wantsBrowser) await installBrowser()

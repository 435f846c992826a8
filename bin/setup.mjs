// Runs before the npm scripts, also under an older Node and without node_modules:
// plain JavaScript and node: modules only. `--dev` asks for what checks and tests need besides what
// runs the shop, `--browser` for the browser too.
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
/** SQLite before it could lose a log that two connections write (T27). */
const [OLDEST_NODE, OLDEST_SQLITE] = ['24.0.0', '3.51.3']
/** The oldest of each line that has all packages installed: npm leaves out, in silence, what is optional and too new for it. */
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

/** Where the machine's npm is, as a file that any Node can run. */
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
  // An npm of its own age warns of itself under a newer Node.
  if (await run(node, ['--no-deprecation', findNpm(), ...all], cwd)) return
  fail('Installing the packages failed; npm says why above.')
}

/** What the installed packages depend on. */
function fingerprint() {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Installs what the lock file names; packages for developers stay where they were once asked for. */
async function installPackages(node) {
  const [made = '', kind = ''] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split(' ') : []
  const isDev = wantsDev || kind === 'dev'
  if (made === fingerprint() && (kind === 'dev' || !isDev)) return
  console.log('Installing packages (once, about half a minute)…')
  // The lock file was written on Linux x64: elsewhere npm picks its own binaries.
  const isHome = process.platform === 'linux' && process.arch === 'x64'
  const how = isHome ? ['ci'] : ['install', '--no-package-lock']
  await npm(node, isDev ? how : [...how, '--omit=dev'])
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

/** Whether this Node can install the packages as well as the one that runs the shop. */
function isInstaller() {
  const { node } = process.versions
  const [line] = node.split('.')
  const isOf = (oldest) => oldest.startsWith(`${line}.`) && isAtLeast(node, oldest)
  return Number(line) >= 24 || INSTALLERS.some(isOf)
}

const findOwnNode = () =>
  existsSync(OWN_NODE) && readdirSync(OWN_NODE).find((entry) => entry.startsWith('node-'))

/** A Node beside the shop, from a lock file of its own. */
async function provideNode() {
  const { node } = process.versions
  if (!findOwnNode()) {
    console.log(`Installing Node beside the shop, as this machine's is ${node}…`)
    await npm(process.execPath, ['ci'], 'bin/node')
    // Headers for compiling: a third of the package, and nothing here is compiled.
    const added = findOwnNode()
    if (added) rmSync(`${OWN_NODE}/${added}/include`, { recursive: true, force: true })
  }
  const name = findOwnNode()
  // To npm a package that it could not fetch is one of another machine: it leaves it out and says nothing.
  if (!name) {
    fail(
      `The shop needs Node 24 or newer; this machine's is ${node}, and npm brought none. Either it did not ` +
        `reach its registry (npm ping tells), or it has none for ${process.platform} ${process.arch}: ` +
        'then install Node 24 yourself.',
    )
  }
  return realpathSync(`${OWN_NODE}/${name}/bin/node`)
}

/** The machine's own Node runs the shop when it is new enough; else one of ours, fetched beside the packages. */
async function installAll() {
  const isOurs = existsSync(OWN_NODE) && process.execPath.startsWith(realpathSync(OWN_NODE))
  if (isOurs || isRunner()) {
    await installPackages(process.execPath)
    return process.execPath
  }
  if (isInstaller()) {
    const [node] = await Promise.all([provideNode(), installPackages(process.execPath)])
    return node
  }
  const node = await provideNode()
  await installPackages(node)
  return node
}

/** A Node of ours is what commands find first. */
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
    // Other distributions than Debian have it as a part of Chromium alone.
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

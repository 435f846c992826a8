import { spawnSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWorker } from './build-worker.ts'
import { writeBill } from './sbom.ts'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist/.build-stamp')
const LOCKS = ['package-lock.json', 'bin/node/package-lock.json'] as const
const INPUTS = [
  'src',
  'public',
  'astro.config.mjs',
  'tailwind.config.mjs',
  'tsconfig.json',
  ...LOCKS,
  'bin/build-worker.ts',
  'bin/slim-styles.mjs',
  'bin/sbom.ts',
]

/** Builds the Astro app when a source is newer than the last build, and leaves a stamp. */
export function buildIfStale(): void {
  const wanted = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  console.error('Building the shop…')
  const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs')
  const { status } = spawnSync(process.execPath, [astro, 'build', '--silent'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) {
    console.error('The build failed; see above.')
    process.exit(1)
  }
  buildWorker(ROOT)
  const [shop, node] = LOCKS
  writeBill([join(ROOT, shop), join(ROOT, node)], join(ROOT, 'dist/sbom.json'))
  writeFileSync(STAMP, wanted)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const input of INPUTS) addTo(hash, input)
  return hash.digest('hex')
}

function addTo(hash: Hash, path: string): void {
  const full = join(ROOT, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) hash.update(`${path}\0`).update(readFileSync(full))
  else for (const name of readdirSync(full).sort()) addTo(hash, join(path, name))
}

if (import.meta.main) buildIfStale()

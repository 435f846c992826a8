import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DIST, ROOT } from '#lib/server/build/root.ts'
import { fingerprint, isFresh, leaveStamp } from '#lib/server/build/stamp.ts'

/** Builds the shop if a source is newer than the last build. */
export async function buildIfStale(): Promise<void> {
  const wanted = fingerprint()
  if (isFresh(wanted)) return
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
  // Loaded only for a build, which alone needs them.
  const { buildWorker } = await import('./build-worker.ts')
  const { buildPrograms } = await import('./build-programs.ts')
  const { writeBill } = await import('./sbom.ts')
  buildWorker(ROOT)
  buildPrograms()
  const locks = ['package-lock.json', 'bin/node/package-lock.json'].map((path) => join(ROOT, path))
  writeBill(locks, join(DIST, 'sbom.json'))
  leaveStamp(wanted)
}

if (import.meta.main) await buildIfStale()

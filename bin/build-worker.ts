import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/**
 * Scripts stored in advance, in addition to those that pages name: what a touch needs, and what
 * buying offline needs. Their imports are included.
 */
const PARTS = [
  ...['after-touch', 'app', 'CartDrawer', 'controls', 'dialogs', 'listing-filters', 'offline-note'],
  ...['product-gallery', 'product-tabs', 'tell-lost-part', 'toast-box'],
]

/**
 * The built files of these parts.
 * @throws if a part has no file any more, for example because it was renamed
 */
function filesOf(parts: readonly string[], names: readonly string[]): string[] {
  const of = (part: string) =>
    names.filter(
      (name) => name.startsWith(`${part}.`) && /^\.[\w-]+\.(js|css)$/.test(name.slice(part.length)),
    )
  const missing = parts.filter((part) => of(part).length === 0)
  if (missing.length > 0) throw new Error(`The build has no ${missing.join(', ')} for the worker`)
  return parts.flatMap(of)
}

/**
 * Bundles the service worker, and the one that removes it, into the build. A worker is one classic
 * script: as a module it would share files with pages, and not every browser could run it.
 */
export function buildWorker(root: string): void {
  const client = join(root, 'dist/client')
  const names = readdirSync(join(client, 'static/js')).sort()
  // File names contain content hashes, so together they identify the build.
  const build = createHash('sha256').update(names.join()).digest('hex').slice(0, 12)
  for (const [source, file] of [
    ['worker', 'sw.js'],
    ['off', 'sw-off.js'],
  ] as const) {
    buildSync({
      entryPoints: [join(root, `src/worker/${source}.ts`)],
      outfile: join(client, file),
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2022',
      logLevel: 'error',
      define: {
        BUILD: JSON.stringify(build),
        PARTS: JSON.stringify(filesOf(PARTS, names)),
      },
    })
  }
}

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** What a touch brings, and buying without network, beside the scripts that a page names itself. */
const PARTS =
  /^(after-touch|app|CartDrawer|controls|dialogs|listing-filters|offline-note|product-gallery|product-tabs|send-changes|tell-lost-part|toast-box)\.[\w-]+\.(js|css)$/

/**
 * Bundles the service worker, and the one that removes it, into the build. A worker is one classic script:
 * as a module it would share files with pages, and not every browser would run it.
 */
export function buildWorker(root: string): void {
  const client = join(root, 'dist/client')
  const names = readdirSync(join(client, 'static/js')).sort()
  // Each name says what the file holds, so together they say which build it is.
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
        PARTS: JSON.stringify(names.filter((name) => PARTS.test(name))),
      },
    })
  }
}

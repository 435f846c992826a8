import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DIST, ROOT } from './root.ts'
import { isFresh } from './stamp.ts'

/** Programs that run on their own: the server, the command line, and the threads and processes that they start. */
export const PROGRAMS = {
  start: 'src/lib/server/shop/start.ts',
  shop: 'src/lib/server/cli/main.ts',
  'desk-worker': 'src/lib/server/desk/desk-worker.ts',
  'fill-process': 'src/lib/server/import/apply/fill-process.ts',
  'pictures-process': 'src/lib/server/import/read/pictures/pictures-process.ts',
  'packer-worker': 'src/lib/server/publish/files/packer-worker.ts',
  'render-worker': 'src/lib/server/publish/render/render-worker.ts',
} as const

/** The folder of the bundled programs: loading hundreds of modules would take most of a start. */
export const PROGRAMS_DIR = join(DIST, 'programs')

let isBuilt: boolean | undefined

/** The file to run: the bundle if it was built from the present sources, else the source. */
export function programFile(name: keyof typeof PROGRAMS): URL {
  // A bundled program uses the bundles of its own build.
  isBuilt ??= import.meta.dirname === PROGRAMS_DIR || isFresh()
  return pathToFileURL(isBuilt ? join(PROGRAMS_DIR, `${name}.js`) : join(ROOT, PROGRAMS[name]))
}

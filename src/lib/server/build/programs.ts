import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DIST, ROOT } from './root.ts'
import { isFresh } from './stamp.ts'

/** What runs by itself: the server, the command line, and the threads and processes that these start. */
export const PROGRAMS = {
  start: 'src/lib/server/shop/start.ts',
  shop: 'src/lib/server/cli/main.ts',
  'desk-worker': 'src/lib/server/desk/desk-worker.ts',
  'fill-process': 'src/lib/server/import/apply/fill-process.ts',
  'pictures-process': 'src/lib/server/import/read/pictures/pictures-process.ts',
  'packer-worker': 'src/lib/server/publish/files/packer-worker.ts',
  'render-worker': 'src/lib/server/publish/render/render-worker.ts',
} as const

/** Where the build puts them, bundled with their packages: to load hundreds of modules takes most of a start. */
export const PROGRAMS_DIR = join(DIST, 'programs')

let isBuilt: boolean | undefined

/** The file to run: the bundled one where the build is of the sources that are here, else the source. */
export function programFile(name: keyof typeof PROGRAMS): URL {
  // What is bundled itself goes on with its own build.
  isBuilt ??= import.meta.dirname === PROGRAMS_DIR || isFresh()
  return pathToFileURL(isBuilt ? join(PROGRAMS_DIR, `${name}.js`) : join(ROOT, PROGRAMS[name]))
}

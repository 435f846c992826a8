import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, whether called from the source or from a bundle. */
export const ROOT = above(import.meta.dirname)

/** The folder that the build writes to. */
export const DIST = join(ROOT, 'dist')

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder))
}

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, from a source as from what the build made of it. */
export const ROOT = above(import.meta.dirname)

/** Where the build writes. */
export const DIST = join(ROOT, 'dist')

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder))
}

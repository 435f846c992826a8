import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT, type Manifest } from './manifest.ts'

/** Left free on a disk for the shop itself: on a full one it refuses orders. */
const SPARE_BYTES = 50_000_000

/** Copies files that the copy does not have yet: uploads never change under one name. */
export async function copyKept(dataDir: string, folder: string): Promise<void> {
  for (const name of KEPT) {
    const from = join(dataDir, name)
    if (!existsSync(from)) continue
    // A file that disappears while it is copied is no longer referred to.
    const filter = (source: string) => existsSync(source) && !source.endsWith('.tmp')
    await cp(from, join(folder, name), { recursive: true, force: false, filter })
  }
}

/** How many files a backup has besides the database. */
export const countKept = (folder: string): number =>
  KEPT.reduce((sum, name) => sum + filesIn(join(folder, name)).length, 0)

/** How many files a backup has lost since it was made. */
export const countMissing = (folder: string, { files }: Manifest): number =>
  Math.max(0, files - countKept(folder))

/** How many bytes the files of DATA_DIR or of a backup have, besides the database. */
export const bytesOfKept = (folder: string): number =>
  KEPT.flatMap((name) => filesIn(join(folder, name))).reduce((sum, file) => sum + bytesOf(file), 0)

/** The size of a file; 0 if there is none. */
export const bytesOf = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Whether a disk takes so many bytes, and the shop still has room on it. */
export function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bytes + SPARE_BYTES <= bavail * bsize
}

function filesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

import {
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { HOUR_MS } from '#lib/server/durations.ts'
import { isPastMessage } from '#lib/server/mail/outbox.ts'
import { KEPT, type Manifest, readManifest } from './manifest.ts'

/** Left free on a disk for the shop itself: on a full one it refuses orders. */
const SPARE_BYTES = 50_000_000

/**
 * Copies files that the copy does not have yet: uploads never change under one name. Those that an earlier backup
 * has on the same disk are linked, so that they take room only once.
 */
export async function copyKept(dataDir: string, folder: string, earlier?: string): Promise<void> {
  for (const name of KEPT) {
    if (!existsSync(join(dataDir, name))) continue
    // It may be a link to another disk.
    const from = realpathSync(join(dataDir, name))
    const filter = (source: string, target: string) => {
      // A file that disappears while it is copied is no longer referred to.
      if (!existsSync(source) || source.endsWith('.tmp')) return false
      // The sweep may delete it before it is copied.
      if (isPastMessage(basename(source), Date.now() + HOUR_MS)) return false
      const known = knownFile(join(name, relative(from, source)), source, earlier)
      return known === undefined || !isLinked(known, target)
    }
    await cp(from, join(folder, name), { recursive: true, force: false, filter })
  }
}

/** The newest whole backup beside a folder, by the same user; undefined if none is found. */
export function earlierBackup(folder: string): string | undefined {
  try {
    const found = readdirSync(dirname(folder)).flatMap((name) => {
      const place = join(dirname(folder), name)
      const manifest = isOwn(place) ? readManifest(place) : undefined
      return manifest ? [{ place, madeAt: Date.parse(manifest.madeAt) }] : []
    })
    return found.toSorted((one, other) => other.madeAt - one.madeAt)[0]?.place
  } catch {
    // Others may use the folder too; without an earlier backup everything is copied.
    return undefined
  }
}

const isOwn = (path: string) => lstatSync(path).uid === process.getuid?.()

/** An upload as an earlier backup has it. */
function knownFile(name: string, source: string, earlier?: string): string | undefined {
  if (earlier === undefined || !name.startsWith(`uploads${sep}`)) return undefined
  const known = join(earlier, name)
  const found = lstatSync(known, { throwIfNoEntry: false })
  const isSame = found?.isFile() && found.size === bytesOf(source) && isOwn(known)
  return isSame ? known : undefined
}

/** Links a file. False if that is not possible there, or the target exists: then it is copied. */
function isLinked(known: string, target: string): boolean {
  try {
    linkSync(known, target)
    return true
  } catch {
    return false
  }
}

/** How many files a backup has besides the database. */
export const countKept = (folder: string): number =>
  KEPT.reduce((sum, name) => sum + filesIn(join(folder, name)).length, 0)

/** How many files a backup has lost since it was made. */
export const countMissing = (folder: string, { files }: Manifest): number =>
  Math.max(0, files - countKept(folder))

/** How many bytes the files of DATA_DIR or of a backup have, besides the database and what is to be linked. */
export const bytesOfKept = (folder: string, earlier?: string): number =>
  KEPT.flatMap((name) => filesIn(join(folder, name)))
    .filter((file) => knownFile(relative(folder, file), file, earlier) === undefined)
    .reduce((sum, file) => sum + bytesOf(file), 0)

/** The size of a file; 0 if there is none. */
export const bytesOf = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** What is to be copied into a folder, and how messages name that. */
export type Need = { folder: string; where: string; bytes: number }

/** The first of these places whose disk has too little room for all that is to be copied to it. */
export function findFull(needs: readonly Need[]): Need | undefined {
  const diskOf = ({ folder }: Need) => statSync(folder).dev
  return needs.find((need) => {
    const together = needs.filter((other) => diskOf(other) === diskOf(need))
    const bytes = together.reduce((sum, other) => sum + other.bytes, 0)
    return need.bytes > 0 && !hasRoom(need.folder, bytes)
  })
}

/** Whether a disk takes so many bytes, and the shop still has room on it. */
export function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bytes + SPARE_BYTES <= bavail * bsize
}

/** All files of a folder; a file's own path; nothing if there is neither. */
export function filesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

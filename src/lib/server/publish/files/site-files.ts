import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { contentHash } from '#lib/server/content-hash.ts'
import { isFinestAtOnce, packedFile, packedWithName, readPacked } from './packing.ts'
import { composeFrom, newestPartMs, partFile } from './part-files.ts'
import { isPart, partName } from '#lib/server/publish/page-parts.ts'
import { flushFile, isOwnTemporary, replaceFile, TEMPORARY } from './replace-file.ts'
import { syncFolder } from '#lib/server/sync-folder.ts'
import { TWINS } from './streamed-file.ts'
import { errorCode } from '#lib/server/errors.ts'

/** File of a published path: `/` is index.html, `/product/x` is product/x.html. */
export function fileOf(siteDir: string, path: string): string {
  if (path === '/') return join(siteDir, 'index.html')
  return join(siteDir, extname(path) ? path : `${path}.html`)
}

/**
 * Replaces a page: readers see the old or the new one, never half (F40). It is packed later, in the background
 * (packer.ts).
 */
export function writePage(siteDir: string, path: string, bytes: Buffer): void {
  const file = fileOf(siteDir, path)
  try {
    replaceFile(file, bytes)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    // Its folder does not exist yet, or was deleted by hand.
    mkdirSync(dirname(file), { recursive: true })
    replaceFile(file, bytes)
  }
}

/** A page as browsers get it. @throws when it is not there */
export const readPage = (siteDir: string, path: string): Buffer =>
  composeFrom(siteDir, readFileSync(fileOf(siteDir, path)))

/**
 * Writes the packed form of a page, as tight as possible if `isFinest`.
 * @returns false when the page is gone or has that form already
 */
export function packPage(siteDir: string, path: string, isFinest = isFinestAtOnce(path)): boolean {
  const file = fileOf(siteDir, path)
  try {
    const bytes = readPage(siteDir, path)
    if (extname(path)) return false
    const packed = readPacked(file, contentHash(bytes))
    if (packed && (packed.isFinest || !isFinest)) {
      // A part of other pages has changed: with a new time, this page is not looked at again for it.
      const now = new Date()
      utimesSync(packedFile(file), now, now)
      return false
    }
    replaceFile(packedFile(file), packedWithName(bytes, isFinest))
    return true
  } catch {
    // The page is gone, or the disk is full: then it is packed for each response.
    return false
  }
}

/** Pages without a packed form, or with one that is older than the page or than the newest part. */
export function* unpackedPaths(siteDir: string): Generator<string> {
  const partsMs = newestPartMs(siteDir)
  for (const path of publishedPaths(siteDir)) {
    if (extname(path)) continue
    const file = fileOf(siteDir, path)
    const [page, packed] = [file, packedFile(file)].map((name) => statSync(name, NO_THROW))
    if (page && (!packed || packed.mtimeMs < Math.max(page.mtimeMs, partsMs))) yield path
  }
}

/** Takes a page off the site; asynchronously, so that removing thousands delays no response. */
export async function removePage(siteDir: string, path: string): Promise<void> {
  const file = fileOf(siteDir, path)
  const names = extname(path) ? withTwins(file) : [file, packedFile(file)]
  await Promise.all(names.map((name) => rm(name, { force: true })))
}

/** The paths of all pages and files that lie on the site. */
export function publishedPaths(siteDir: string): string[] {
  const names = readdirSync(siteDir, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /\.(html|xml|txt)$/.test(name))
    .map((name) => `/${name.replace(/\.html$/, '')}`)
    .map((path) => (path === '/index' ? '/' : path))
}

/** Deletes files that a crash left half-written; only for the one process that publishes into the folder. */
export function removeLeftovers(siteDir: string): void {
  const names = readdirSync(siteDir, { recursive: true, encoding: 'utf8' })
  for (const name of names) {
    // The packer of this process may be writing already.
    if (name.endsWith(TEMPORARY) && !isOwnTemporary(name))
      rmSync(join(siteDir, name), { force: true })
  }
}

/** Up to so many files, waiting for each one is cheaper than starting a program. */
const FEW_FILES = 60
/**
 * Folders that this process has flushed as a whole: before that, pages of an earlier process may not be on the
 * disk.
 */
const waitedFor = new Set<string>()

/**
 * Waits until what was written or removed is on the disk, so that a power cut loses no page that counts as live
 * (F40). Called for many pages at once, as waiting for each would take long; does nothing on systems without
 * `sync`.
 */
export async function flush(siteDir: string, changed: string[]): Promise<void> {
  const files = changed.flatMap((path) => filesBehind(siteDir, path))
  if (files.length > FEW_FILES || !waitedFor.has(siteDir)) {
    await syncFolder(siteDir)
    waitedFor.add(siteDir)
    return
  }
  const folders = files.map(dirname)
  // A folder that is new is an entry of the one above it.
  const all = new Set([...files, ...folders, ...folders.map(dirname)])
  await Promise.all([...all].map(flushFile))
}

const withTwins = (file: string) => [file, ...TWINS.map((form) => `${file}.${form}`)]

function filesBehind(siteDir: string, path: string): string[] {
  if (isPart(path)) return [partFile(siteDir, partName(path))]
  const file = fileOf(siteDir, path)
  return extname(path) ? withTwins(file) : [file]
}

/** Whether the file has exactly these bytes; what was recorded may be older than a crash. */
export function holdsPage(siteDir: string, path: string, bytes: Buffer): boolean {
  const file = fileOf(siteDir, path)
  return statSync(file, NO_THROW)?.size === bytes.length && readFileSync(file).equals(bytes)
}

const NO_THROW = { throwIfNoEntry: false } as const

/** Whether the page's file is there; an empty file is what a power cut left of one. */
export function hasPage(siteDir: string, path: string): boolean {
  return (statSync(fileOf(siteDir, path), NO_THROW)?.size ?? 0) > 0
}

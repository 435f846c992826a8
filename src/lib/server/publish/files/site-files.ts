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
 * Replaces a page; a reader sees the old or the new one, never half (F40). Pages are packed behind
 * (packer.ts).
 */
export function writePage(siteDir: string, path: string, bytes: Buffer): void {
  const file = fileOf(siteDir, path)
  try {
    replaceFile(file, bytes)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    // Its folder was never there, or was taken away by hand.
    mkdirSync(dirname(file), { recursive: true })
    replaceFile(file, bytes)
  }
}

/** A page as browsers get it. @throws when it is not there */
export const readPage = (siteDir: string, path: string): Buffer =>
  composeFrom(siteDir, readFileSync(fileOf(siteDir, path)))

/**
 * Writes the packed form of a page, as small as can be where there is time for it.
 * @returns false when the page is gone, or has its own already
 */
export function packPage(siteDir: string, path: string, isFinest = isFinestAtOnce(path)): boolean {
  const file = fileOf(siteDir, path)
  try {
    const bytes = readPage(siteDir, path)
    if (extname(path)) return false
    const packed = readPacked(file, contentHash(bytes))
    if (packed && (packed.isFinest || !isFinest)) {
      // Another part has changed: it is not looked at again for that.
      const now = new Date()
      utimesSync(packedFile(file), now, now)
      return false
    }
    replaceFile(packedFile(file), packedWithName(bytes, isFinest))
    return true
  } catch {
    // Gone, or the disk is full: the page is packed for each answer then.
    return false
  }
}

/** Pages without a packed form, or with one that is older than they are, or than some part of pages. */
export function* unpackedPaths(siteDir: string): Generator<string> {
  const partsMs = newestPartMs(siteDir)
  for (const path of publishedPaths(siteDir)) {
    if (extname(path)) continue
    const file = fileOf(siteDir, path)
    const [page, packed] = [file, packedFile(file)].map((name) => statSync(name, NO_THROW))
    if (page && (!packed || packed.mtimeMs < Math.max(page.mtimeMs, partsMs))) yield path
  }
}

/** Takes a page off the site; of thousands, none holds up who answers meanwhile. */
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

/** Takes away what a crash left half written; only for who publishes alone into the folder. */
export function removeLeftovers(siteDir: string): void {
  const names = readdirSync(siteDir, { recursive: true, encoding: 'utf8' })
  for (const name of names) {
    // The packer of this process may be at work already.
    if (name.endsWith(TEMPORARY) && !isOwnTemporary(name))
      rmSync(join(siteDir, name), { force: true })
  }
}

/** Files that are waited for one by one: fewer than this, that is cheaper than to start a program. */
const FEW_FILES = 60
/** Folders that this process has already flushed; pages of an earlier process may not be on the disk. */
const waitedFor = new Set<string>()

/**
 * Waits until what was written or removed is on the disk, so that a power cut takes no page that counts as
 * live (F40). Once a publish, not once a file; a system without `sync` sees to it itself.
 */
export async function flush(siteDir: string, changed: string[]): Promise<void> {
  const files = changed.flatMap((path) => filesBehind(siteDir, path))
  if (files.length > FEW_FILES || !waitedFor.has(siteDir)) {
    await syncFolder(siteDir)
    waitedFor.add(siteDir)
    return
  }
  const folders = files.map(dirname)
  // One that was made anew is an entry of the one above.
  const all = new Set([...files, ...folders, ...folders.map(dirname)])
  await Promise.all([...all].map(flushFile))
}

const withTwins = (file: string) => [file, ...TWINS.map((form) => `${file}.${form}`)]

function filesBehind(siteDir: string, path: string): string[] {
  if (isPart(path)) return [partFile(siteDir, partName(path))]
  const file = fileOf(siteDir, path)
  return extname(path) ? withTwins(file) : [file]
}

/** Whether just these bytes lie there; what was recorded may be older than a crash. */
export function holdsPage(siteDir: string, path: string, bytes: Buffer): boolean {
  const file = fileOf(siteDir, path)
  return statSync(file, NO_THROW)?.size === bytes.length && readFileSync(file).equals(bytes)
}

const NO_THROW = { throwIfNoEntry: false } as const

/** Whether a page lies there; an empty file is what a power cut left of one. */
export function hasPage(siteDir: string, path: string): boolean {
  return (statSync(fileOf(siteDir, path), NO_THROW)?.size ?? 0) > 0
}

import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { threadId } from 'node:worker_threads'
import { brotliCompressSync, constants } from 'node:zlib'

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } =
  constants

/**
 * How hard a page is packed. Home is one page of 70 ms; of the others there are thousands, where
 * level 4 would save a tenth of the time and break the budget of 20 KiB (`npm run size`), and a
 * window of 64 KiB packs as small in less time. A feed of megabytes must be quick.
 */
function packing(path: string): Record<number, number> {
  if (path === '/') return { [BROTLI_PARAM_QUALITY]: 11 }
  if (extname(path)) return { [BROTLI_PARAM_QUALITY]: 4 }
  return { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_LGWIN]: 16 }
}

/** File of a published path: `/` is index.html, `/product/x` is product/x.html. */
function fileOf(siteDir: string, path: string): string {
  if (path === '/') return join(siteDir, 'index.html')
  return join(siteDir, extname(path) ? path : `${path}.html`)
}

const TEMPORARY = '.tmp'

const madeFolders = new Set<string>()

/** Replaces a file and its brotli twin; a reader sees the old or the new one, never half (F40). */
export function writePage(siteDir: string, path: string, bytes: Buffer): void {
  const file = fileOf(siteDir, path)
  const folder = dirname(file)
  if (!madeFolders.has(folder)) {
    mkdirSync(folder, { recursive: true })
    madeFolders.add(folder)
  }
  // In this order: a twin that is younger than its page is no reader's before the page is there.
  replace(`${file}.br`, compress(bytes, packing(path)))
  replace(file, bytes)
}

/** Takes a page off the site. */
export function removePage(siteDir: string, path: string): void {
  const file = fileOf(siteDir, path)
  rmSync(file, { force: true })
  rmSync(`${file}.br`, { force: true })
}

/** The paths of all pages and files that lie on the site. */
export function publishedPaths(siteDir: string): string[] {
  const names = readdirSync(siteDir, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => extname(name) === '.br')
    .map((name) => `/${name.slice(0, -'.br'.length).replace(/\.html$/, '')}`)
    .map((path) => (path === '/index' ? '/' : path))
}

/** Takes away what a crash left half written; only for who publishes alone into the folder. */
export function removeLeftovers(siteDir: string): void {
  const names = readdirSync(siteDir, { recursive: true, encoding: 'utf8' })
  for (const name of names) if (name.endsWith(TEMPORARY)) rmSync(join(siteDir, name))
}

/**
 * Waits until what was written is on the disk, so that a power cut takes no page that counts as live
 * (F40). Once a publish, not once a file; a system without `sync` sees to it itself.
 */
export async function flush(siteDir: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', siteDir]).catch(() => {})
}

/** Whether just these bytes and their twin lie there; what was recorded may be older than a crash. */
export function holdsPage(siteDir: string, path: string, bytes: Buffer): boolean {
  const file = fileOf(siteDir, path)
  const [page, twin] = [file, `${file}.br`].map((name) => statSync(name, NO_THROW))
  return page && twin && twin.mtimeMs <= page.mtimeMs ? readFileSync(file).equals(bytes) : false
}

const NO_THROW = { throwIfNoEntry: false } as const

export function hasPage(siteDir: string, path: string): boolean {
  const file = fileOf(siteDir, path)
  return existsSync(file) && existsSync(`${file}.br`)
}

function compress(bytes: Buffer, how: Record<number, number>): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      ...how,
      [BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

function replace(file: string, bytes: Buffer): void {
  const temporary = `${file}.${process.pid}-${threadId}${TEMPORARY}`
  writeFileSync(temporary, bytes)
  renameSync(temporary, file)
}

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * How hard a page is packed. Home is one page of 70 ms; of the others there are thousands, where
 * level 4 would save a tenth of the time and break the budget of 20 KiB (`npm run size`). A feed of
 * megabytes must be quick.
 */
function brotliLevel(path: string): number {
  if (path === '/') return 11
  return extname(path) ? 4 : 5
}

/** File of a published path: `/` is index.html, `/product/x` is product/x.html. */
function fileOf(siteDir: string, path: string): string {
  if (path === '/') return join(siteDir, 'index.html')
  return join(siteDir, extname(path) ? path : `${path}.html`)
}

const madeFolders = new Set<string>()

/** Replaces a file and its brotli twin; a reader sees the old or the new one, never half (F40). */
export function writePage(siteDir: string, path: string, bytes: Buffer): void {
  const file = fileOf(siteDir, path)
  const folder = dirname(file)
  if (!madeFolders.has(folder)) {
    mkdirSync(folder, { recursive: true })
    madeFolders.add(folder)
  }
  replace(`${file}.br`, compress(bytes, brotliLevel(path)))
  replace(file, bytes)
}

/** Takes a page off the site. */
export function removePage(siteDir: string, path: string): void {
  const file = fileOf(siteDir, path)
  rmSync(file, { force: true })
  rmSync(`${file}.br`, { force: true })
}

export function hasPage(siteDir: string, path: string): boolean {
  const file = fileOf(siteDir, path)
  return existsSync(file) && existsSync(`${file}.br`)
}

function compress(bytes: Buffer, level: number): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

function replace(file: string, bytes: Buffer): void {
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, bytes)
  renameSync(temporary, file)
}

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { WORKER_PATH, workerFile } from '#lib/server/build/worker-file.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { contentHash } from '#lib/server/content-hash.ts'
import { isShopperPicture } from '#lib/server/shopper-picture.ts'
import { CLIENT_DIR } from './app/build-output.ts'
import { readPacked } from './files/packing.ts'
import { fileOf, publishedPaths, readPage } from './files/site-files.ts'
import { hasTwin, TWINS } from './files/streamed-file.ts'

/**
 * Writes the published site as plain files, for a CDN or another web server: pages with their parts put in,
 * feed and sitemaps, scripts, styles and pictures. Packed forms that exist already are written beside them as
 * `.br` and `.gz`.
 * @returns the number of files; undefined when the folder is not empty
 */
export function exportSite(
  { dataDir, serviceWorker }: Pick<Settings, 'dataDir' | 'serviceWorker'>,
  target: string,
): number | undefined {
  if (existsSync(target) && readdirSync(target).length > 0) return undefined
  mkdirSync(target, { recursive: true })
  const siteDir = join(dataDir, 'site')
  for (const path of publishedPaths(siteDir)) exportPath(siteDir, path, target)
  cpSync(CLIENT_DIR, target, { recursive: true })
  copy(join(CLIENT_DIR, workerFile(serviceWorker)), join(target, WORKER_PATH))
  const uploads = join(dataDir, 'uploads')
  // Subfolders hold the originals, which are not public. Shoppers' pictures stay where they can be deleted.
  for (const name of existsSync(uploads) ? readdirSync(uploads) : []) {
    if (/\.(avif|webp|jpg|png)$/.test(name) && !isShopperPicture(name))
      copy(join(uploads, name), join(target, 'uploads', name))
  }
  const entries = readdirSync(target, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

function exportPath(siteDir: string, path: string, target: string): void {
  const [from, to] = [fileOf(siteDir, path), fileOf(target, path)]
  if (extname(path)) {
    copy(from, to)
    for (const form of TWINS) if (hasTwin(from, form)) copy(`${from}.${form}`, `${to}.${form}`)
    return
  }
  const bytes = readPage(siteDir, path)
  write(to, bytes)
  const packed = readPacked(from, contentHash(bytes))
  if (packed) write(`${to}.br`, packed.bytes)
}

const copy = (from: string, to: string) => write(to, readFileSync(from))

function write(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}

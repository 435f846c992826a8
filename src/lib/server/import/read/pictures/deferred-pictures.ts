import { mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { pictureFile, previewFile } from '#lib/catalogue/picture.ts'
import { writeWhole } from '#lib/server/write-whole.ts'
import { decodePicture } from './picture-files.ts'

/** Effort 1 takes twice as long as 0 and makes files 19 % smaller; 2 takes twice as long again for 4 %. */
const AVIF = { quality: 50, effort: 1 }
const PREVIEW = { width: 1200, height: 630 }
const BACKGROUND = '#f4f1ea'
const AT_A_TIME = 2

/** What is missing of a picture. */
type Lack = { id: string; original: string; widths: number[]; hasPreview: boolean }

/**
 * Makes the files that pictures lack after their import: each width as AVIF, and the preview for chat apps. They
 * take four fifths of a picture's time, and a shop can show it without them. A picture that fails does not stop
 * the others.
 * @returns the number of files made, and the ids of pictures of which some could not be made
 */
export async function makeDeferredPictures(
  dataDir: string,
): Promise<{ made: number; failed: string[] }> {
  const dir = join(dataDir, 'uploads')
  const waiting = findLacking(dir)
  const done = { made: 0, failed: new Array<string>() }
  const work = async () => {
    for (let lack = waiting.shift(); lack; lack = waiting.shift()) {
      try {
        const made = await makeLacking(dir, lack)
        done.made += made
      } catch {
        done.failed.push(lack.id)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return done
}

/**
 * Finds what is missing. The names of the WebP files tell a picture's widths, so that complete pictures need not
 * be opened.
 */
function findLacking(dir: string): Lack[] {
  const originals = join(dir, 'originals')
  mkdirSync(originals, { recursive: true })
  const files = new Set(readdirSync(dir))
  const widths = new Map<string, number[]>()
  for (const file of files) {
    const [, id, width] = /^([0-9a-f]{16})-(\d+)\.webp$/.exec(file) ?? []
    if (id) widths.set(id, [...(widths.get(id) ?? []), Number(width)])
  }
  return readdirSync(originals).flatMap((name) => {
    const [id = ''] = name.split('.')
    const lacking = (widths.get(id) ?? []).filter((of) => !files.has(pictureFile(id, of, 'avif')))
    const hasPreview = files.has(previewFile(id))
    const isWhole = !widths.has(id) || (lacking.length === 0 && hasPreview)
    return isWhole ? [] : [{ id, original: join(originals, name), widths: lacking, hasPreview }]
  })
}

async function makeLacking(
  dir: string,
  { id, original, widths, hasPreview }: Lack,
): Promise<number> {
  const pixels = await decodePicture(await readFile(original), Math.max(PREVIEW.width, ...widths))
  const write = (name: string, bytes: Buffer) => writeWhole(join(dir, name), bytes, { flush: true })
  for (const width of widths) {
    const smaller = await pixels().resize({ width }).avif(AVIF).toBuffer()
    await write(pictureFile(id, width, 'avif'), smaller)
  }
  if (!hasPreview) await write(previewFile(id), await preview(pixels()))
  return widths.length + (hasPreview ? 0 : 1)
}

/** What chat apps show: the whole picture on a soft background, below 300 KB. */
function preview(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ ...PREVIEW, fit: 'contain', background: BACKGROUND })
    .flatten({ background: BACKGROUND })
    .jpeg({ quality: 80, mozjpeg: false, progressive: true })
    .toBuffer()
}

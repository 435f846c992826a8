import { mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { pictureFile, previewFile } from '#lib/catalogue/picture.ts'
import { decodePicture, writePictureAtomically } from './picture-files.ts'

/** Effort 1 takes twice as long as 0 and is 19 % smaller; 2 takes twice as long again for 4 %. */
const AVIF = { quality: 50, effort: 1 }
const PREVIEW = { width: 1200, height: 630 }
const BACKGROUND = '#f4f1ea'
const AT_A_TIME = 2

/** What one picture of the shop lacks. */
type Lack = { id: string; original: string; widths: number[]; hasPreview: boolean }

/**
 * Makes what pictures lack after their import: every width as AVIF, and the preview that chat apps show. These
 * take four fifths of a picture's time, and a shop shows it without. Never throws for one picture alone.
 * @returns how many files were made, and the pictures of which some could not be
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

/** The WebP files tell which widths a picture has: no picture is opened that lacks nothing. */
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
  const write = (name: string, bytes: Buffer) =>
    writePictureAtomically(join(dir, name), bytes, { flush: true })
  for (const width of widths) {
    const smaller = await pixels().resize({ width }).avif(AVIF).toBuffer()
    await write(pictureFile(id, width, 'avif'), smaller)
  }
  if (!hasPreview) await write(previewFile(id), await preview(pixels()))
  return widths.length + (hasPreview ? 0 : 1)
}

/** What chat apps show: the picture as a whole on a soft background, below 300 KB. */
function preview(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ ...PREVIEW, fit: 'contain', background: BACKGROUND })
    .flatten({ background: BACKGROUND })
    .jpeg({ quality: 80, mozjpeg: false, progressive: true })
    .toBuffer()
}

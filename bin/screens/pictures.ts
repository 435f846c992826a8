import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import sharp from 'sharp'

/** Maximum size of a screenshot in docs/screens, in bytes. */
const MAX_BYTES = 60_000
const QUALITIES = [80, 70, 60, 50, 40, 30, 20]
/**
 * Pixels count as equal if no colour channel differs by more than this, of 255: compression causes
 * smaller differences.
 */
const TOLERANCE = 60
/** Share of pixels that may differ, because of numbers and ids that are new in each shop. */
const MAX_CHANGED = 0.01

/** Writes a screenshot as WebP, in the best quality that the maximum size allows. */
export async function writePicture(path: string, png: Buffer): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  for (const quality of QUALITIES) {
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length > MAX_BYTES && quality !== QUALITIES.at(-1)) continue
    return writeFileSync(path, webp)
  }
}

/**
 * Compares a new screenshot with the stored one.
 * @returns the difference as a sentence; undefined if there is none
 */
export async function compareToKept(path: string, png: Buffer): Promise<string | undefined> {
  if (!existsSync(path)) return 'there is no picture yet'
  const [kept, taken] = await Promise.all([pixelsOf(readFileSync(path)), pixelsOf(png)])
  if (kept.width !== taken.width || Math.abs(kept.height - taken.height) > 2) {
    return `${taken.width} × ${taken.height} now, ${kept.width} × ${kept.height} before`
  }
  const share = changedShare(kept.bytes, taken.bytes)
  return share > MAX_CHANGED ? `${(share * 100).toFixed(1)} % of its pixels differ` : undefined
}

async function pixelsOf(file: Buffer) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

function changedShare(one: Buffer, other: Buffer): number {
  const length = Math.min(one.length, other.length)
  let changed = 0
  for (let at = 0; at < length; at += 3) {
    const isSame = [0, 1, 2].every(
      (colour) => Math.abs((one[at + colour] ?? 0) - (other[at + colour] ?? 0)) <= TOLERANCE,
    )
    if (!isSame) changed++
  }
  return changed / (length / 3)
}

import { mkdirSync, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { MAX_PICTURE_MEGAPIXELS } from '#lib/limits.ts'
import { syncFolder } from '#lib/server/sync-folder.ts'
import { BLOCKED_LOADERS } from '#lib/server/picture-loaders.ts'
import { writeWhole } from '#lib/server/write-whole.ts'
import { pictureFile, pictureWidths } from '#lib/catalogue/picture.ts'

const MAX_PIXELS = MAX_PICTURE_MEGAPIXELS * 1_000_000
/** Effort 3 takes twice as long as 2 to make files 6 % smaller. */
const WEBP = { quality: 78, effort: 2 }
/** A picture that takes this long to decode was made to do so on purpose. */
const MAX_SECONDS = 20

sharp.cache(false)
// Blocks loaders of formats that no catalogue has, so that they never see a byte from editors (H11).
sharp.block({ operation: BLOCKED_LOADERS })
// Several pictures are processed at a time, so more threads for each would only wait for one another.
sharp.concurrency(1)

const EXTENSIONS = new Map([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
  ['heif', 'avif'],
])

export type PictureHead = { width: number; height: number; extension: string }

/** Size (as shown, after EXIF rotation) and kind of a picture; undefined if it is not a picture. */
export async function readPictureHead(
  bytes: Buffer,
): Promise<PictureHead | 'tooLarge' | undefined> {
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata()
    // Only still pictures: the frames of an animation would multiply its size.
    if ((found.pages ?? 1) > 1) return undefined
    const extension = EXTENSIONS.get(found.format)
    if (extension === undefined || (found.format === 'heif' && found.compression !== 'av1')) {
      return undefined
    }
    const { width, height } = found.autoOrient
    return width * height > MAX_PIXELS ? 'tooLarge' : { width, height, extension }
  } catch {
    return undefined
  }
}

/**
 * Decodes a picture to check it.
 * @throws if it is truncated or cannot be decoded
 */
export async function checkPicture(bytes: Buffer): Promise<void> {
  await decodePicture(bytes, 160)
}

/**
 * The folder DATA_DIR/uploads: pictures in the sizes that pages use, named by the hash of their original, and the
 * originals.
 */
export class Uploads {
  #dir: string
  #files: Set<string>
  /** Pictures being written at the moment, since a picture may have several names. */
  #keeping = new Map<string, Promise<void>>()
  #isChanged = false

  constructor(dataDir: string) {
    this.#dir = join(dataDir, 'uploads')
    mkdirSync(join(this.#dir, 'originals'), { recursive: true })
    this.#files = new Set(readdirSync(this.#dir))
    for (const file of readdirSync(join(this.#dir, 'originals')))
      this.#files.add(`originals/${file}`)
  }

  /**
   * Makes a picture in all sizes that pages use, unless it exists. AVIF files, which take longer, are made later
   * (deferred-pictures.ts); until then, WebP is sent in their place.
   * @throws if the picture is broken
   */
  keep(id: string, bytes: Buffer, head: PictureHead): Promise<void> {
    const keeping = this.#keeping.get(id) ?? this.#keep(id, bytes, head)
    this.#keeping.set(id, keeping)
    return keeping
  }

  /**
   * Waits until all written files are on the disk, so that a power cut cannot lose a picture that a product uses
   * (F40).
   */
  async flush(): Promise<void> {
    if (this.#isChanged) await syncFolder(this.#dir)
  }

  async #keep(id: string, bytes: Buffer, head: PictureHead): Promise<void> {
    const original = `originals/${id}.${head.extension}`
    const widths = pictureWidths(head)
    const names = widths.map((width) => pictureFile(id, width, 'webp'))
    const isKept = [...names, original].every((name) => this.#files.has(name))
    if (isKept && (await this.#isWhole(original, bytes))) return
    const pixels = await decodePicture(bytes, Math.max(...widths))
    for (const width of widths) {
      const resized = await pixels().resize({ width }).webp(WEBP).toBuffer()
      await this.#write(pictureFile(id, width, 'webp'), resized)
    }
    await this.#write(original, bytes)
  }

  /**
   * Whether the original is complete. It is written last, so older versions, which did not wait for the disk, may
   * have left it empty after a power cut.
   */
  async #isWhole(original: string, bytes: Buffer): Promise<boolean> {
    const found = await stat(join(this.#dir, original)).catch(() => undefined)
    return found?.size === bytes.length
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    await writeWhole(join(this.#dir, name), bytes)
    this.#files.add(name)
    this.#isChanged = true
  }
}

/**
 * Decodes a picture once, upright and no larger than needed; all sizes are made from that.
 * @throws if it is truncated or cannot be decoded
 */
export async function decodePicture(bytes: Buffer, width: number): Promise<() => Sharp> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: MAX_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return () => sharp(data, { raw })
}

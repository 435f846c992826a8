import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { MAX_PICTURE_MEGAPIXELS } from '#lib/limits.ts'
import { syncFolder } from '#lib/server/sync-folder.ts'
import { BLOCKED_LOADERS } from '#lib/server/picture-loaders.ts'
import { pictureFile, pictureWidths } from '#lib/catalogue/picture.ts'

const MAX_PIXELS = MAX_PICTURE_MEGAPIXELS * 1_000_000
/** Effort 3 takes twice as long as 2 for 6 %. */
const WEBP = { quality: 78, effort: 2 }
/** A picture that takes longer to decode is made to. */
const MAX_SECONDS = 20

sharp.cache(false)
// Loaders of formats that no catalogue has; none of them sees a byte of what an editor brings (H11).
sharp.block({ operation: BLOCKED_LOADERS })
// Several pictures are turned at a time: more threads for each would only wait for one another.
sharp.concurrency(1)

const EXTENSIONS = new Map([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
  ['heif', 'avif'],
])

export type PictureHead = { width: number; height: number; extension: string }

/** Size (as shown, turned by EXIF) and kind of a picture; undefined when it is none. */
export async function readPictureHead(
  bytes: Buffer,
): Promise<PictureHead | 'tooLarge' | undefined> {
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata()
    // Frames count too: a film of small pictures is a large one.
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

/** @throws when the picture breaks off or cannot be decoded */
export async function checkPicture(bytes: Buffer): Promise<void> {
  await decodePicture(bytes, 160)
}

/** DATA_DIR/uploads: pictures in the sizes of pages by the hash of their source, and the sources. */
export class Uploads {
  #dir: string
  #files: Set<string>
  /** What is being kept: one picture may have several names. */
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
   * Turns a picture into all sizes that pages use, once. What takes longer, its smaller AVIF forms, comes later
   * (deferred-pictures.ts): until then these are sent in their place. @throws when it is broken
   */
  keep(id: string, bytes: Buffer, head: PictureHead): Promise<void> {
    const keeping = this.#keeping.get(id) ?? this.#keep(id, bytes, head)
    this.#keeping.set(id, keeping)
    return keeping
  }

  /** Waits until what was kept is on the disk: a power cut takes no picture that a product names (F40). */
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

  /** The source is written last, so it is what a power cut left empty before pictures were waited for. */
  async #isWhole(original: string, bytes: Buffer): Promise<boolean> {
    const found = await stat(join(this.#dir, original)).catch(() => undefined)
    return found?.size === bytes.length
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    await writePictureAtomically(join(this.#dir, name), bytes)
    this.#files.add(name)
    this.#isChanged = true
  }
}

/** A reader sees a whole file or none (F40); with `flush` it is on the disk before anybody sees it. */
export async function writePictureAtomically(
  file: string,
  bytes: Buffer,
  { flush = false } = {},
): Promise<void> {
  // Servers in containers of their own may have one number, and share the folder.
  const temporary = `${file}.${randomUUID()}.tmp`
  await writeFile(temporary, bytes, { flush })
  await rename(temporary, file)
}

/** Decodes once, upright and no larger than any use; the sizes are made from that. */
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

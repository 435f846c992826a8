import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { syncFolder } from '#lib/server/sync-folder.ts'
import { BLOCKED_LOADERS } from '#lib/server/picture-loaders.ts'
import { pictureFile, pictureWidths, previewFile } from '#lib/catalogue/picture.ts'

/** Larger pictures are refused: decoding them takes the memory of a small machine (H11). */
const MAX_PIXELS = 40_000_000
/** Effort 1 takes twice as long as 0 and is 19 % smaller; 2 takes twice as long again for 4 %. */
const AVIF = { quality: 50, effort: 1 }
/** Effort 3 takes twice as long as 2 for 6 %. */
const WEBP = { quality: 78, effort: 2 }
const PREVIEW = { width: 1200, height: 630 }
const BACKGROUND = '#f4f1ea'

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
  await decode(bytes, 160)
}

/** DATA_DIR/uploads: derived pictures by the hash of their source, and the sources. */
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

  /** Turns a picture into all sizes and formats that pages use, once. @throws when it is broken */
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
    const names = widths.flatMap((width) => [
      pictureFile(id, width, 'avif'),
      pictureFile(id, width, 'webp'),
    ])
    const isKept = [...names, previewFile(id), original].every((name) => this.#files.has(name))
    if (isKept && (await this.#isWhole(original, bytes))) return
    const pixels = await decode(bytes, Math.max(...widths))
    for (const width of widths) {
      const resized = pixels().resize({ width })
      await this.#write(pictureFile(id, width, 'avif'), await resized.clone().avif(AVIF).toBuffer())
      await this.#write(pictureFile(id, width, 'webp'), await resized.clone().webp(WEBP).toBuffer())
    }
    await this.#write(previewFile(id), await preview(pixels()))
    await this.#write(original, bytes)
  }

  /** The source is written last, so it is what a power cut left empty before pictures were waited for. */
  async #isWhole(original: string, bytes: Buffer): Promise<boolean> {
    const found = await stat(join(this.#dir, original)).catch(() => undefined)
    return found?.size === bytes.length
  }

  /** A reader sees a whole file or none (F40). */
  async #write(name: string, bytes: Buffer): Promise<void> {
    const file = join(this.#dir, name)
    // Servers in containers of their own may have one number, and share the folder.
    const temporary = `${file}.${randomUUID()}.tmp`
    await writeFile(temporary, bytes)
    await rename(temporary, file)
    this.#files.add(name)
    this.#isChanged = true
  }
}

/** Decodes once, upright and no larger than any use; the sizes are made from that. */
async function decode(bytes: Buffer, width: number): Promise<() => Sharp> {
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

/** What chat apps show: the picture as a whole on a soft background, below 300 KB. */
function preview(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ ...PREVIEW, fit: 'contain', background: BACKGROUND })
    .flatten({ background: BACKGROUND })
    .jpeg({ quality: 80, mozjpeg: false, progressive: true })
    .toBuffer()
}

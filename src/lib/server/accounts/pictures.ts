import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { MAX_PICTURE_MEGAPIXELS, MAX_PORTRAIT_MIB } from '#lib/limits.ts'
import type { Result } from '#lib/result.ts'
import { BLOCKED_LOADERS } from '#lib/server/picture-loaders.ts'
import { SHOPPER_PICTURE } from '#lib/server/shopper-picture.ts'
import { writeWhole } from '#lib/server/write-whole.ts'

const MAX_BYTES = MAX_PORTRAIT_MIB * 2 ** 20
const MAX_PIXELS = MAX_PICTURE_MEGAPIXELS * 1_000_000
const MAX_SIDE = 1024
const MAX_SECONDS = 10
/** Pictures processed at a time, each on a core of its own; one core is left for the pages (H10d, F44). */
const MAX_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const MAX_WAITING = 6 - MAX_AT_ONCE

export type PictureFault = 'refused' | 'busy'

/** The type of a picture by its first bytes; undefined for any other file. */
function kindOf(bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  const head = bytes.subarray(0, 12).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined
}

/** Whether a file is small enough, and its declared type matches its first bytes (S-146). */
export function isPicture({ type, bytes }: { type: string; bytes: Buffer }): boolean {
  const kind = kindOf(bytes)
  const isDeclared = kind !== undefined && kind === (type === 'image/jpg' ? 'image/jpeg' : type)
  return isDeclared && bytes.length <= MAX_BYTES
}

/** Re-encodes shoppers' pictures and stores them in DATA_DIR/uploads under names of our own. */
export class Pictures {
  #folder: string
  #running = 0
  #waiting: (() => void)[] = []

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'uploads')
  }

  /** @returns the file's name; nothing is kept of the original bytes */
  async make(bytes: Buffer): Promise<Result<string, PictureFault>> {
    const isFit = kindOf(bytes) !== undefined && (await hasFewPixels(bytes))
    // Refused without waiting for others (F44).
    if (!isFit) return { ok: false, error: 'refused' }
    if (this.#running >= MAX_AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) return { ok: false, error: 'busy' }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running += 1
    try {
      const made = await encode(bytes)
      return made.ok ? { ok: true, value: await this.#write(made.value) } : made
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async remove(file: string): Promise<void> {
    await rm(join(this.#folder, file), { force: true })
  }

  async #write(bytes: Buffer): Promise<string> {
    const name = `${SHOPPER_PICTURE}${randomBytes(16).toString('base64url')}.webp`
    await mkdir(this.#folder, { recursive: true })
    await writeWhole(join(this.#folder, name), bytes, { flush: true })
    return name
  }
}

/** Loaded with the first picture: most servers never need it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: BLOCKED_LOADERS })
  return sharp
}

/** Reads only the header: whether it is a single picture, and small enough when decoded. */
async function hasFewPixels(bytes: Buffer): Promise<boolean> {
  const sharp = await loadSharp()
  try {
    const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return width * height <= MAX_PIXELS && pages === 1
  } catch {
    return false
  }
}

/** Decodes a picture, turns it upright and encodes it without metadata. */
async function encode(bytes: Buffer): Promise<Result<Buffer, PictureFault>> {
  const sharp = await loadSharp()
  try {
    const made = await sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'warning',
      pages: 1,
      sequentialRead: true,
    })
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS })
      .webp({ quality: 82 })
      .toBuffer()
    return { ok: true, value: made }
  } catch {
    return { ok: false, error: 'refused' }
  }
}

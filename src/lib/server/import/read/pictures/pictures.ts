import { createHash } from 'node:crypto'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { MAX_PICTURE_MIB } from '#lib/limits.ts'
import type { Result } from '#lib/result.ts'
import { composed } from './image-name.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'

/** A picture as stored, identified by its content. */
export type KeptPicture = { id: string; width: number; height: number }
export type PictureResult = Result<KeptPicture>

const MAX_BYTES = MAX_PICTURE_MIB * 2 ** 20
const AT_A_TIME = 3

/** The folder images/ of a catalogue. */
export class ImageFolder {
  #dir: string
  /** The names in the folder, by their composed form. */
  #names: Map<string, string>

  private constructor(dir: string, names: string[]) {
    this.#dir = dir
    this.#names = new Map(names.map((name) => [composed(name), name]))
  }

  /** Opens the folder; undefined if it does not exist. */
  static async open(dir: string): Promise<ImageFolder | undefined> {
    const names = await readdir(dir).catch(() => undefined)
    return names && new ImageFolder(dir, names)
  }

  has(file: string): boolean {
    return this.#names.has(file)
  }

  /** The content of a file, if it is really in the folder and not too large. */
  async read(file: string): Promise<Result<Buffer>> {
    const folder = await realpath(this.#dir)
    const name = this.#names.get(file) ?? file
    const path = await realpath(join(folder, name)).catch(() => undefined)
    if (path === undefined) return { ok: false, error: rowReasons.imageMissing(file) }
    if (!path.startsWith(folder + sep))
      return { ok: false, error: rowReasons.imageLeavesFolder(file) }
    const found = await stat(path)
    if (!found.isFile()) return { ok: false, error: rowReasons.imageBroken(file) }
    if (found.size > MAX_BYTES) return { ok: false, error: rowReasons.imageTooLarge(file) }
    return { ok: true, value: await readFile(path) }
  }
}

/**
 * Checks the named files and, if `dataDir` is given, makes them into the files for pages.
 * @returns for each file the picture, or why there is none
 * @throws if the disk fails
 */
export async function takePictures(
  folder: ImageFolder,
  files: Iterable<string>,
  dataDir: string | undefined,
  onProgress?: (done: number, total: number) => void,
): Promise<Map<string, PictureResult>> {
  const waiting = [...new Set(files)]
  const results = new Map<string, PictureResult>()
  if (waiting.length === 0) return results
  // Loading sharp takes longer than importing a file without pictures.
  const { checkPicture, readPictureHead, Uploads } =
    await import('#lib/server/import/read/pictures/picture-files.ts')
  const uploads = dataDir === undefined ? undefined : new Uploads(dataDir)
  const total = waiting.length

  const take = async (file: string): Promise<PictureResult> => {
    const read = await folder.read(file)
    if (!read.ok) return read
    const head = await readPictureHead(read.value)
    if (head === 'tooLarge') return { ok: false, error: rowReasons.imageTooLarge(file) }
    if (head === undefined) return { ok: false, error: rowReasons.imageBroken(file) }
    const id = pictureId(read.value)
    try {
      await (uploads ? uploads.keep(id, read.value, head) : checkPicture(read.value))
    } catch (error) {
      if (isFileSystemError(error)) throw error
      return { ok: false, error: rowReasons.imageBroken(file) }
    }
    return { ok: true, value: { id, width: head.width, height: head.height } }
  }

  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      results.set(file, await take(file))
      onProgress?.(results.size, total)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  await uploads?.flush()
  return results
}

/** The first 16 hex digits of the SHA-256, so that equal pictures are stored once. */
function pictureId(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/** A full disk is not the picture's fault. */
function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import { slug } from '#lib/server/import/apply/ids.ts'

type Named = { field: string; path: string; name: string }

/** Pictures uploaded with a form. When it is disposed of, the files that no list has taken are deleted. */
export class FormPictures implements AsyncDisposable {
  #pictures: Named[]

  private constructor(pictures: Named[]) {
    this.#pictures = pictures
  }

  /**
   * Names each picture by its subject and a hash of its bytes, since phones give all pictures similar names.
   * Whether it really is a picture is checked by the import.
   */
  static async of(received: readonly ReceivedFile[], about: string): Promise<FormPictures> {
    const pictures: Named[] = []
    for (const { field, path, name } of received) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash)
      const stem = `${slug(about) || 'picture'}-${hash.digest('hex').slice(0, 10)}`
      pictures.push({ field, path, name: `${stem}${endingOf(name)}` })
    }
    return new FormPictures(pictures)
  }

  get isEmpty(): boolean {
    return this.#pictures.length === 0
  }

  /** The form fields that the pictures came with. */
  get fields(): string[] {
    return this.#pictures.map(({ field }) => field)
  }

  /** The names of the pictures from one field of the form. */
  from(field: string): string[] {
    return this.#pictures.filter((one) => one.field === field).map(({ name }) => name)
  }

  /** Moves the files into a folder, under their names. */
  async moveTo(dir: string): Promise<void> {
    for (const { path, name } of this.#pictures) await rename(path, join(dir, name))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { path } of this.#pictures) await rm(path, { force: true })
  }
}

/** A name without a known extension is taken for JPEG, which cameras write. */
function endingOf(name: string): string {
  const ending = extname(name).toLowerCase()
  return /^\.(jpe?g|png|webp|avif)$/.test(ending) ? ending : '.jpg'
}

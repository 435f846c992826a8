import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import { slug } from '#lib/server/import/apply/ids.ts'

type Named = { field: string; path: string; name: string }

/** Pictures that came with a form; those that no list has taken go with it. */
export class FormPictures implements AsyncDisposable {
  #pictures: Named[]

  private constructor(pictures: Named[]) {
    this.#pictures = pictures
  }

  /**
   * Gives each picture a name by what it is about and its bytes: telephones call all of theirs the same.
   * What it is, the import finds out.
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

  /** The fields of the form that they came with. */
  get fields(): string[] {
    return this.#pictures.map(({ field }) => field)
  }

  /** The names of those from one field of the form. */
  from(field: string): string[] {
    return this.#pictures.filter((one) => one.field === field).map(({ name }) => name)
  }

  /** Puts the files into a folder under their names. */
  async moveTo(dir: string): Promise<void> {
    for (const { path, name } of this.#pictures) await rename(path, join(dir, name))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { path } of this.#pictures) await rm(path, { force: true })
  }
}

/** Cameras write JPEG; a name without a kind, or with one that no list knows, is taken for that. */
function endingOf(name: string): string {
  const ending = extname(name).toLowerCase()
  return /^\.(jpe?g|png|webp|avif)$/.test(ending) ? ending : '.jpg'
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import { slug } from '#lib/server/import/apply/ids.ts'
import type { ComeBackPicture, FormPicture } from './form-picture.ts'

type Named = ComeBackPicture & { isKept: boolean }

/** Pictures uploaded with a form. When it is disposed of, the files that no list has taken are deleted. */
export class FormPictures implements AsyncDisposable {
  #pictures: Named[]

  private constructor(pictures: Named[]) {
    this.#pictures = pictures
  }

  /**
   * Names each picture by its subject and a hash of its bytes, since phones give all pictures similar names.
   * Whether it really is a picture is checked by the import.
   * @param kept pictures that came with the form before; one chosen anew in their field replaces them
   */
  static async of(
    received: readonly ReceivedFile[],
    about: string,
    kept: readonly ComeBackPicture[] = [],
  ): Promise<FormPictures> {
    const chosen = new Set(received.map(({ field }) => field))
    const pictures = kept
      .filter(({ field }) => !chosen.has(field))
      .map((picture): Named => ({ ...picture, isKept: true }))
    for (const { field, path, name } of received) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash)
      const stem = `${slug(about) || 'picture'}-${hash.digest('hex').slice(0, 10)}`
      const said = name.slice(0, LONGEST_SAID)
      pictures.push({ field, path, said, name: `${stem}${endingOf(name)}`, isKept: false })
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

  /** What to keep of them with the form, beside the list that takes the files. */
  get named(): FormPicture[] {
    return this.#pictures.map(({ field, name, said }) => ({ field, name, said }))
  }

  /** The names of the pictures from one field of the form. */
  from(field: string): string[] {
    return this.#pictures.filter((one) => one.field === field).map(({ name }) => name)
  }

  /** Moves the files into a folder, under their names; those of an earlier list are copied. */
  async moveTo(dir: string): Promise<void> {
    for (const { path, name, isKept } of this.#pictures)
      await (isKept ? copyFile : rename)(path, join(dir, name))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { path, isKept } of this.#pictures) if (!isKept) await rm(path, { force: true })
  }
}

const LONGEST_SAID = 200

/** A name without a known extension is taken for JPEG, which cameras write. */
function endingOf(name: string): string {
  const ending = extname(name).toLowerCase()
  return /^\.(jpe?g|png|webp|avif)$/.test(ending) ? ending : '.jpg'
}

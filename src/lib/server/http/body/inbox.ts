import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReceivedFile } from './body.ts'
import type { PartHead } from './part-head.ts'

type Coming = { path: string; handle: FileHandle; bytes: number }

/** The files of one form, written to disk as they arrive; on dispose they are removed unless `keep` was called. */
export class Inbox implements AsyncDisposable {
  #dir: string
  #files = new Map<number, Coming>()
  #isKept = false

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Appends bytes to the file at this position in the form. */
  async write(chunk: Buffer, place: number): Promise<void> {
    const file = this.#files.get(place) ?? (await this.#begin(place))
    file.bytes += chunk.length
    await file.handle.writeFile(chunk)
  }

  async #begin(place: number): Promise<Coming> {
    const path = join(this.#dir, `${randomUUID()}.part`)
    const file = { path, handle: await open(path, 'wx', 0o600), bytes: 0 }
    this.#files.set(place, file)
    return file
  }

  /** Flushes the files to disk and keeps them; a file field left empty yields none. */
  async keep(heads: readonly PartHead[]): Promise<ReceivedFile[]> {
    for (const { handle } of this.#files.values()) await handle.sync()
    this.#isKept = true
    return heads.flatMap(({ name: field, fileName: name }, place) => {
      const file = this.#files.get(place)
      return file ? [{ field, name, path: file.path, bytes: file.bytes }] : []
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { handle, path } of this.#files.values()) {
      await handle.close()
      if (!this.#isKept) await rm(path, { force: true })
    }
  }
}

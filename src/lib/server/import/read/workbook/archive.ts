import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { fileReasons } from '#lib/texts/page/file-reasons.ts'
import { ListRefused } from '../list-refused.ts'

/** What an archive may hold unpacked; 25,000 products are about 50 MiB. */
const MAX_UNPACKED = 256 * 2 ** 20
const MAX_PARTS = 2000

/** The parts of a workbook's file, by their path. */
export class WorkbookArchive {
  #zip: ZipFile
  #entries: Map<string, Entry>

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws ListRefused when it is damaged, encrypted or a bomb */
  static async open(bytes: Buffer): Promise<WorkbookArchive> {
    const entries = new Map<string, Entry>()
    // Sizes are checked while parts are unpacked: an archive that lies about them fails.
    const zip = await fromBufferPromise(bytes, { autoClose: false, strictFileNames: true })
    if (zip.entryCount > MAX_PARTS) throw new ListRefused(fileReasons.workbookLarge)
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new ListRefused(fileReasons.workbookLocked)
      unpacked += entry.uncompressedSize
      if (unpacked > MAX_UNPACKED) throw new ListRefused(fileReasons.workbookLarge)
      entries.set(entry.fileName, entry)
    }
    return new WorkbookArchive(zip, entries)
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  /** The bytes of a part, or undefined where there is none. */
  async part(path: string): Promise<Readable | undefined> {
    const entry = this.#entries.get(path)
    return entry && (await this.#zip.openReadStreamPromise(entry))
  }
}

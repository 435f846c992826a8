import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'

/** The largest total size of a workbook's unpacked parts; 25,000 products take about 50 MiB. */
const MAX_UNPACKED = 256 * 2 ** 20
const MAX_PARTS = 2000

/** The parts of a workbook, by path. */
export class WorkbookArchive {
  #zip: ZipFile
  #entries: Map<string, Entry>

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /**
   * Opens a workbook from its bytes.
   * @throws ListRefused if it is damaged, encrypted or a zip bomb
   */
  static async open(bytes: Buffer): Promise<WorkbookArchive> {
    const entries = new Map<string, Entry>()
    // yauzl checks sizes while it unpacks: an archive that lies about them fails.
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

  /** The content of a part; undefined if there is none. */
  async part(path: string): Promise<Readable | undefined> {
    const entry = this.#entries.get(path)
    return entry && (await this.#zip.openReadStreamPromise(entry))
  }
}

import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  type WriteStream,
} from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliCompress, createGzip } from 'node:zlib'
import { filePacking } from './packing.ts'
import { temporaryOf } from './replace-file.ts'

/** The packed forms that lie beside a file which is not a page. */
export const TWINS = ['br', 'gz'] as const

/**
 * Writes a feed or a sitemap with its packed twins, a piece at a time: a feed has tens of megabytes, which are
 * never in memory as a whole. Readers see the old or the new files, never half (F40). Twins are put in place
 * first and get the time of their file, as a twin of another time is not used.
 * @param known the fingerprint of what was written last, if anything was
 * @returns the fingerprint of the bytes, and whether exactly these were there already
 */
export async function writeStreamed(
  file: string,
  body: AsyncIterable<Uint8Array>,
  known: string | undefined,
): Promise<{ fingerprint: string; isSame: boolean }> {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = temporaryOf(file)
  const packed = { br: temporaryOf(`${file}.br`), gz: temporaryOf(`${file}.gz`) }
  try {
    const hash = createHash('sha1')
    await written(temporary, (out) => pipeline(body, hashedBy(hash), out))
    const fingerprint = hash.digest('base64url')
    if (fingerprint === known && (await isWhole(file, fingerprint))) {
      return { fingerprint, isSame: true }
    }
    const packings = {
      br: createBrotliCompress({ params: filePacking }),
      gz: createGzip({ level: 4 }),
    }
    await Promise.all(
      TWINS.map((form) =>
        written(packed[form], (out) => pipeline(createReadStream(temporary), packings[form], out)),
      ),
    )
    const now = new Date()
    for (const name of [temporary, packed.br, packed.gz]) utimesSync(name, now, now)
    for (const form of TWINS) renameSync(packed[form], `${file}.${form}`)
    renameSync(temporary, file)
    return { fingerprint, isSame: false }
  } finally {
    for (const name of [temporary, packed.br, packed.gz]) rmSync(name, { force: true })
  }
}

/**
 * Waits for the file to be closed, also on failure: one that is still being opened could appear after its
 * removal.
 */
async function written(name: string, write: (out: WriteStream) => Promise<void>): Promise<void> {
  const out = createWriteStream(name)
  try {
    await write(out)
  } finally {
    if (!out.closed) await new Promise<void>((resolve) => out.once('close', resolve))
  }
}

/** Whether a file has a twin that was made from it: both have the same modification time. */
export function hasTwin(file: string, form: (typeof TWINS)[number]): boolean {
  const [own, twin] = [file, `${file}.${form}`].map(
    (name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs,
  )
  return own !== undefined && own === twin
}

type Sum = { update: (bytes: Uint8Array) => unknown }

const hashedBy = (hash: Sum) =>
  async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }

/** Whether the file has these bytes and its twins; what was recorded may be older than a crash. */
async function isWhole(file: string, fingerprint: string): Promise<boolean> {
  const hash = createHash('sha1')
  try {
    if (!TWINS.every((form) => hasTwin(file, form))) return false
    for await (const piece of createReadStream(file)) hash.update(piece)
  } catch {
    return false
  }
  return hash.digest('base64url') === fingerprint
}

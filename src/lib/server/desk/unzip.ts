import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Result } from '#lib/result.ts'
import { composed } from '#lib/server/import/read/pictures/image-name.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'

/** How much a zip may unpack to. A zip of 64 MB that contains more than this is not a catalogue. */
const ZIP_LIMITS = { files: 20_000, bytes: 512 * 2 ** 20 }
export type ZipLimits = typeof ZIP_LIMITS

const PARTS =
  /^((products|categories|banners|delivery|synonyms)\.csv|shop\.json|(pages|blog)\/[^/]+|images\/[^/]+)$/
/** A file that shows where the catalogue is in a zip, with the folder that it is in. */
const PART_IN_FOLDER =
  /^((?:[^/]+\/)??)(?:(?:products|categories|banners|delivery|synonyms)\.csv|shop\.json|(?:pages|blog)\/[^/]+\.md)$/
/** Files that operating systems add to a zip by themselves. */
const LITTER = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/
const SYMLINK = 0o120000
/** The longest name that a disk takes, in bytes. */
const MAX_NAME = 255
/** What yauzl reports for a name that would lead out of the folder. */
const NAME_FAULT = /(?:relative path|absolute path|characters in fileName): (.*)/

/** A part of the catalogue in the archive, and its name in the folder. */
type Wanted = { entry: Entry; name: string }
type Unzipped = Result<{ ignored: string[] }>

/**
 * Unpacks the parts of a catalogue folder from a zip into `folder`. The whole archive is refused for a path that
 * leads out of the folder, a link, a password, too many files, or too many bytes. No more bytes are written than
 * the archive declares, and only names that we know are used.
 * @returns the names of files that were ignored, or why the zip is refused
 * @throws if the disk fails
 */
export async function unzip(path: string, folder: string, limits = ZIP_LIMITS): Promise<Unzipped> {
  let zip: ZipFile | undefined
  try {
    // yauzl checks sizes while it unpacks: an archive that lies about them fails.
    zip = await openPromise(path, { autoClose: false, strictFileNames: true })
    const found = await findParts(zip, limits)
    if (!found.ok) return found
    const { wanted, ignored } = found.value
    for (const { entry, name } of wanted) {
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true })
      const stream = await zip.openReadStreamPromise(entry)
      await pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    }
    return { ok: true, value: { ignored } }
  } catch (error) {
    if (isOurs(error)) throw error
    const [, name] = NAME_FAULT.exec(String(error)) ?? []
    return {
      ok: false,
      error: name === undefined ? deskListTexts.zipBroken : deskListTexts.zipPath(name),
    }
  } finally {
    zip?.close()
  }
}

/** A full disk or a missing folder is not the archive's fault. */
const isOurs = (error: unknown) => error instanceof Error && 'syscall' in error

/** Reads the table of contents and refuses the archive as a whole before anything is unpacked. */
async function findParts(
  zip: ZipFile,
  limits: ZipLimits,
): Promise<Result<{ wanted: Wanted[]; ignored: string[] }>> {
  if (zip.entryCount > limits.files)
    return { ok: false, error: deskListTexts.zipManyFiles(limits.files) }
  const entries: Entry[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    const fault = faultOf(entry)
    if (fault !== undefined) return { ok: false, error: fault }
    bytes += entry.uncompressedSize
    if (bytes > limits.bytes) return { ok: false, error: deskListTexts.zipTooLarge(limits.bytes) }
    if (!entry.fileName.endsWith('/') && !LITTER.test(entry.fileName)) entries.push(entry)
  }
  if (entries.some(({ fileName }) => fileName === '[Content_Types].xml')) {
    return { ok: false, error: deskListTexts.zipIsWorkbook }
  }
  return sortOut(entries)
}

function faultOf(entry: Entry): string | undefined {
  const { externalFileAttributes, fileName } = entry
  if (entry.isEncrypted()) return deskListTexts.zipEncrypted
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === SYMLINK
  const isPath = /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|[\\\x00-\x1f\x7f]/i.test(fileName)
  if (isLink || isPath) return deskListTexts.zipPath(fileName)
  const name = fileName.split('/').at(-1) ?? ''
  return Buffer.byteLength(name) > MAX_NAME ? deskListTexts.zipNameLong(name) : undefined
}

/** The catalogue is at the top of the archive, or in a folder of it. */
function sortOut(entries: Entry[]): Result<{ wanted: Wanted[]; ignored: string[] }> {
  const prefixes = entries.flatMap(({ fileName }) => PART_IN_FOLDER.exec(fileName)?.[1] ?? [])
  const prefix = prefixes.toSorted((a, b) => a.length - b.length)[0]
  if (prefix === undefined) return picturesAlone(entries)
  const wanted = new Map<string, Wanted>()
  const ignored: string[] = []
  for (const entry of entries) {
    const name = entry.fileName.startsWith(prefix)
      ? composed(entry.fileName.slice(prefix.length))
      : ''
    if (!PARTS.test(name)) ignored.push(entry.fileName)
    else if (wanted.has(name.toLowerCase()))
      return { ok: false, error: deskListTexts.zipTwice(name) }
    else wanted.set(name.toLowerCase(), { entry, name })
  }
  return { ok: true, value: { wanted: [...wanted.values()], ignored } }
}

/** An archive of pictures only, in any folders: they are assigned by their names. */
function picturesAlone(entries: Entry[]): Result<{ wanted: Wanted[]; ignored: string[] }> {
  const isOther = ({ fileName }: Entry) => !/\.(jpe?g|png|webp|avif)$/i.test(fileName)
  if (entries.length === 0 || entries.some(isOther)) {
    return { ok: false, error: deskListTexts.zipWithoutProducts }
  }
  const wanted = new Map<string, Wanted>()
  for (const entry of entries) {
    const name = `images/${composed(entry.fileName.split('/').at(-1) ?? '')}`
    if (wanted.has(name.toLowerCase())) return { ok: false, error: deskListTexts.zipTwice(name) }
    wanted.set(name.toLowerCase(), { entry, name })
  }
  return { ok: true, value: { wanted: [...wanted.values()], ignored: [] } }
}

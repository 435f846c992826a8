import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DAY_MS } from '#lib/server/durations.ts'
import type { Result } from '#lib/result.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import { writeWhole } from '#lib/server/write-whole.ts'
import { isXlsx } from '#lib/server/import/read/list/file-kind.ts'
import type { ComeBackPicture, FormPicture } from './form-picture.ts'
import type { FormPictures } from './form-pictures.ts'
import { unzip } from './unzip.ts'

/** How long files of unpublished lists are kept, in milliseconds, for editors to come back to. */
export const KEEP_MS = DAY_MS

/** DATA_DIR/desk: incoming files, and a folder for each upload. */
export const deskDir = (dataDir: string) => join(dataDir, 'desk')
const uploadDir = (dataDir: string, id: string) => join(deskDir(dataDir), id)
/** The file with what was typed into the form of an upload. */
export const formFile = (dataDir: string, id: string) => join(uploadDir(dataDir, id), 'form.json')
/** The folder for pictures of an unpublished upload; published ones are in DATA_DIR/uploads. */
export const stageDir = (dataDir: string, id: string) => join(uploadDir(dataDir, id), 'stage')

const MAX_OF_NAME = 1000

/** The sender's name of a file, cleaned so that it can be a file name here and be shown. */
export function cleanName(name: string): string {
  // Cut before the slower steps: no file system allows longer names.
  const base = name.slice(-MAX_OF_NAME).split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .normalize('NFC')
    .replace(/[\p{C}"<>|?*:]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const short = clean.length <= 100 ? clean : `${clean.slice(0, 60)}…${clean.slice(-30)}`
  return short || 'products.csv'
}

/** The name of a form's list: what it changes, since there is no file. */
export const formName = (name: string): string => `${name.replace(/[/\\]/g, ' ')} (form)`

/**
 * Writes a list as if it had been uploaded.
 * @returns its path, from where the receiver moves it
 */
export async function writeInbox(dataDir: string, text: string): Promise<string> {
  await mkdir(deskDir(dataDir), { recursive: true })
  const path = join(deskDir(dataDir), `${randomUUID()}.part`)
  await writeFile(path, text, { mode: 0o600 })
  return path
}

/** Like `writeInbox`, with a folder of files and the pictures that came with the form. */
export async function writeInboxFolder(
  dataDir: string,
  files: Record<string, string>,
  pictures?: FormPictures,
) {
  const path = join(deskDir(dataDir), `${randomUUID()}.part`)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text, { mode: 0o600 })
  }
  if (pictures && !pictures.isEmpty) {
    await mkdir(join(path, 'images'), { recursive: true })
    await pictures.moveTo(join(path, 'images'))
  }
  return path
}

/** Whether the files of an upload are in this server's folder. */
export const hasFiles = async (dataDir: string, id: string): Promise<boolean> =>
  (await stat(uploadDir(dataDir, id)).catch(() => undefined)) !== undefined

/** Moves a received file into the folder of an upload. */
export async function keepFile(dataDir: string, id: string, from: string): Promise<void> {
  await mkdir(uploadDir(dataDir, id), { recursive: true })
  await rename(from, join(uploadDir(dataDir, id), 'received'))
}

/**
 * The list or folder of an upload, ready to be imported; a zip is unpacked the first time.
 * @returns undefined if the files are gone, or a refusal if the zip cannot be used
 */
export async function prepare(
  dataDir: string,
  id: string,
  name: string,
): Promise<Result<{ path: string; ignored: string[] }> | undefined> {
  const list = join(uploadDir(dataDir, id), 'list')
  const names = await readdir(list).catch((): string[] => [])
  // A crash may have left a file that was being written.
  const ready = names.find((one) => !one.endsWith('.tmp'))
  if (ready !== undefined) return { ok: true, value: { path: join(list, ready), ignored: [] } }
  const received = join(uploadDir(dataDir, id), 'received')
  const found = await stat(received).catch(() => undefined)
  if (!found) return undefined
  if (found.isDirectory() || !(await isCatalogueZip(received))) {
    await mkdir(list, { recursive: true })
    await rename(received, join(list, name))
    return { ok: true, value: { path: join(list, name), ignored: [] } }
  }
  const unpacked = join(uploadDir(dataDir, id), 'unpacked')
  await rm(unpacked, { recursive: true, force: true })
  const folder = name.replace(/\.zip$/i, '') || 'catalogue'
  const done = await unzip(received, join(unpacked, folder))
  if (!done.ok) return done
  await rename(unpacked, list)
  await rm(received)
  return { ok: true, value: { path: join(list, folder), ignored: done.value.ignored } }
}

/** The pictures of a form's list that are still there, with their files. */
export async function formPictureFiles(
  dataDir: string,
  id: string,
  pictures: readonly FormPicture[],
): Promise<ComeBackPicture[]> {
  if (pictures.length === 0) return []
  const list = join(uploadDir(dataDir, id), 'list')
  const [ready = ''] = await readdir(list).catch((): string[] => [])
  return pictures
    .map((picture) => ({ ...picture, path: join(list, ready, 'images', picture.name) }))
    .filter(({ path }) => existsSync(path))
}

/**
 * Writes a list made from an uploaded one, under the same name but in a folder of its own, so that the original
 * stays as it came.
 */
export async function writeMade(path: string, kind: string, text: string): Promise<string> {
  const folder = join(dirname(dirname(path)), kind)
  await mkdir(folder, { recursive: true })
  const made = join(folder, basename(path))
  await writeFile(made, text, { mode: 0o600 })
  return made
}

/** Whether the file is a zip of a catalogue; a workbook is a zip, too, but a list by itself. */
async function isCatalogueZip(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
  const head = buffer.subarray(0, bytesRead)
  return /^PK(\x03\x04|\x05\x06)/.test(head.toString('latin1')) && !isXlsx(head)
}

/** Keeps a text beside an upload, for the shop's eyes only. */
export const keepText = (file: string, text: string): Promise<void> =>
  writeWhole(file, text, { mode: 0o600 })

const changesFile = (dataDir: string, id: string) => join(uploadDir(dataDir, id), 'changes.json')

/** Keeps all changes of a long list; its report has only the first. */
export async function keepChanges(dataDir: string, id: string, changes: FieldChange[]) {
  await keepText(changesFile(dataDir, id), JSON.stringify(changes))
}

/** All changes of a long list; undefined if they were not kept. */
export async function readChanges(dataDir: string, id: string): Promise<FieldChange[] | undefined> {
  const text = await readFile(changesFile(dataDir, id), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Removes the files of an upload. */
export function removeFiles(dataDir: string, id: string): Promise<void> {
  return rm(uploadDir(dataDir, id), { recursive: true, force: true })
}

/**
 * Removes uploads that nobody came back to, and leftovers of crashes. Uploads in `busy` stay, whichever server
 * works on them.
 */
export async function removeOldFiles(dataDir: string, busy: ReadonlySet<string>): Promise<void> {
  const names = await readdir(deskDir(dataDir)).catch((): string[] => [])
  for (const name of names.filter((one) => !busy.has(one))) {
    const path = join(deskDir(dataDir), name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > KEEP_MS)
      await rm(path, { recursive: true, force: true })
  }
}

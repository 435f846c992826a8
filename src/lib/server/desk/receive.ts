import { newId } from '#lib/server/accounts/new-id.ts'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import { lastImportId } from './actions.ts'
import type { DeskParts } from './desk-parts.ts'
import type { FormPictures } from './form-pictures.ts'
import type { Editor, ReadOptions } from './task.ts'
import {
  cleanName,
  formName,
  keepFile,
  removeOldFiles,
  writeInbox,
  writeInboxFolder,
} from './upload-files.ts'
import { addUpload, busyUploads } from './uploads.ts'

/**
 * Takes over an uploaded file and starts to check it.
 * @param knownBase the last import when the file was written; without it, the shop's last one
 * @returns the upload's id
 */
export async function receive(
  { db, settings, work }: DeskParts,
  editor: Editor,
  file: Omit<ReceivedFile, 'field'>,
  how: ReadOptions,
  knownBase?: number,
): Promise<string> {
  const { dataDir } = settings
  const busy = await busyUploads(db)
  await removeOldFiles(dataDir, new Set(busy.map(({ upload }) => upload.id)))
  const name = cleanName(file.name)
  const id = newId()
  // The file is moved before the row is written: a crash in between leaves a file without an upload, never an upload
  // without its file.
  await keepFile(dataDir, id, file.path)
  const base = knownBase ?? (await lastImportId(db))
  const source = { id, name, ...how, base, isAsIs: false, map: null }
  await addUpload(db, editor, { ...source, bytes: file.bytes }, work.lease.begin())
  work.check(source)
  return id
}

/**
 * Takes a list that a form wrote, and starts to check it.
 * @param base the last import when the form was shown
 * @returns the upload's id
 */
export async function receiveForm(
  desk: DeskParts,
  editor: Editor,
  name: string,
  csv: string,
  base?: number,
): Promise<string> {
  const path = await writeInbox(desk.settings.dataDir, csv)
  const file = { path, name: formName(name), bytes: Buffer.byteLength(csv) }
  return receive(desk, editor, file, { format: 'form', withdraws: false }, base)
}

/** Like `receiveForm`, with a folder of files that contains only what the form changes. */
export async function receiveParts(
  desk: DeskParts,
  editor: Editor,
  name: string,
  files: Record<string, string>,
  base?: number,
  pictures?: FormPictures,
): Promise<string> {
  const path = await writeInboxFolder(desk.settings.dataDir, files, pictures)
  const bytes = Buffer.byteLength(Object.values(files).join(''))
  const file = { path, name: formName(name), bytes }
  return receive(desk, editor, file, { format: 'form', withdraws: false }, base)
}

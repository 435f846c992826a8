import { newId } from '#lib/server/accounts/new-id.ts'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import { lastImportId } from './actions.ts'
import type { DeskParts } from './desk-parts.ts'
import type { FormPictures } from './form-pictures.ts'
import type { Editor, Reading } from './task.ts'
import {
  cleanName,
  formName,
  keepFile,
  removeOldFiles,
  writeInbox,
  writeInboxFolder,
} from './upload-files.ts'
import { addUpload, busyUploads } from './uploads.ts'

/** Takes over a file written after the import `knownBase`, and begins to check it. @returns the upload's id */
export async function receive(
  { db, settings, work }: DeskParts,
  editor: Editor,
  file: Omit<ReceivedFile, 'field'>,
  how: Reading,
  knownBase?: number,
): Promise<string> {
  const { dataDir } = settings
  const busy = await busyUploads(db)
  await removeOldFiles(dataDir, new Set(busy.map(({ upload }) => upload.id)))
  const name = cleanName(file.name)
  const id = newId()
  // A crash between the two leaves files that nobody knows, never an upload without its files.
  await keepFile(dataDir, id, file.path)
  const base = knownBase ?? (await lastImportId(db))
  const source = { id, name, ...how, base, isAsIs: false, map: null }
  await addUpload(db, editor, { ...source, bytes: file.bytes }, work.lease.begin())
  work.check(source)
  return id
}

/** Takes the list that a form wrote, which showed the shop after the import `base`. @returns the upload's id */
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

/** The same with the files of a folder, which has just what the form changes. */
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

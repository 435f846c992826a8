import type { Db } from '#lib/server/database/schema.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { findEarlierPictures } from './earlier-pictures.ts'
import { findExportedPictures, findKnownPictures, findOtherCapitals } from './known-pictures.ts'
import { type ImageFolder, type KeptPicture, type PictureResult, takePictures } from './pictures.ts'

/** A picture that a list names, or why there is none; `isNew` if it is in the list's folder. */
export type FoundPicture = { isNew: boolean; result: PictureResult }

type Means = {
  db: Db | undefined
  dataDir: string | undefined
  /** The last import that the list knew, if it is merged with what came later. */
  since: number | undefined
  onDone: (done: number, total: number) => void
}

/**
 * Finds all pictures that a list names: in images/, where they are made into the files for pages if `dataDir` is
 * given, or else among those the shop has.
 */
export async function findPictures(
  named: string[],
  { isFolder, images }: { isFolder: boolean; images: ImageFolder | undefined },
  { db, dataDir, since, onDone }: Means,
): Promise<Map<string, FoundPicture>> {
  const files = [...new Set(named)].filter((file) => file !== '')
  const inFolder = files.filter((file) => images?.has(file))
  const taken = await (images && takePictures(images, inFolder, dataDir, onDone))
  const found = new Map<string, FoundPicture>()
  for (const [file, result] of taken ?? []) found.set(file, { isNew: true, result })
  const elsewhere = files.filter((file) => !found.has(file))
  const known = db ? await findOfShop(db, elsewhere, isFolder) : new Map<string, KeptPicture>()
  if (db && since !== undefined) {
    const gone = elsewhere.filter((file) => !known.has(file))
    for (const [file, picture] of await findEarlierPictures(db, gone, since))
      known.set(file, picture)
  }
  const unknown = elsewhere.filter((file) => !known.has(file))
  const others = await (db && findOtherCapitals(db, unknown))
  const reasonOf = isFolder && images ? rowReasons.imageMissing : rowReasons.imageUnknown
  for (const file of elsewhere) {
    const picture = known.get(file)
    const result: PictureResult = picture
      ? { ok: true, value: picture }
      : { ok: false, error: reasonOf(file, others?.get(file)) }
    found.set(file, { isNew: false, result })
  }
  return found
}

/**
 * The shop's pictures, under the names that an export gives them. A single file may also name a picture as it was
 * imported, though other products have another one under that name.
 */
export async function findOfShop(
  db: Db,
  files: string[],
  isFolder: boolean,
): Promise<Map<string, KeptPicture>> {
  const imported = isFolder ? new Map<string, KeptPicture>() : await findKnownPictures(db, files)
  const others = files.filter((file) => !imported.has(file))
  return new Map([...imported, ...(await findExportedPictures(db, others))])
}

import { thumbnailFile } from '#lib/catalogue/picture.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Fields, LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Thumbnails of before and after, as file names in /uploads. */
export type SeenPictures = { old: string[]; new: string[] }

const BATCH = 1000

/** Thumbnails of the pictures that changes are about. */
export class Thumbnails {
  #files = new Map<string, string>()

  static async load(db: Db, changes: readonly LoggedChange[]): Promise<Thumbnails> {
    const found = new Thumbnails()
    const ids = [
      ...new Set(changes.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)])),
    ]
    for (let at = 0; at < ids.length; at += BATCH) {
      const some = ids.slice(at, at + BATCH)
      const rows = await db.selectFrom('picture').selectAll().where('id', 'in', some).execute()
      for (const { id, width } of rows) found.#files.set(id, thumbnailFile(`${id}-${width}.webp`))
    }
    return found
  }

  /** The thumbnails of a change; undefined if it is not about pictures. */
  of({ before, after }: LoggedChange): SeenPictures | undefined {
    const [old, now] = [this.#of(before), this.#of(after)]
    return old.length > 0 || now.length > 0 ? { old, new: now } : undefined
  }

  #of(fields: Fields | null): string[] {
    return idsIn(fields).flatMap((id) => this.#files.get(id) ?? [])
  }
}

/** The ids of all pictures in the fields of a thing. */
function idsIn(fields: Fields | null): string[] {
  if (fields === null) return []
  const { images, picture_id: own } = fields
  const ofProduct: { picture_id?: unknown }[] = Array.isArray(images) ? images : []
  return [...ofProduct.map((one) => one.picture_id), own].filter((id) => typeof id === 'string')
}

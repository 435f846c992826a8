import * as z from 'zod/mini'
import type { Db } from '#lib/server/database/schema.ts'
import { composed } from './image-name.ts'
import { distinctName } from './image-names.ts'
import type { KeptPicture } from './pictures.ts'

const BATCH = 500

const ofProduct = z.object({ file: z.string(), picture_id: z.string() })
const ofPlace = z.object({ image: z.string(), picture_id: z.string() })
/** What the history keeps of a thing: pictures of a product, a category or the banners, or others. */
const pictured = z.object({
  images: z.optional(z.array(ofProduct)),
  rows: z.optional(z.array(ofPlace)),
  image: z.nullish(z.string()),
  picture_id: z.nullish(z.string()),
})

/**
 * Pictures that the shop had under these names after the import `since`, and that were replaced since: a list of
 * that time names them, although it does not change them (E11).
 */
export async function findEarlierPictures(
  db: Db,
  files: readonly string[],
  since: number,
): Promise<Map<string, KeptPicture>> {
  const found = new Map<string, KeptPicture>()
  if (files.length === 0) return found
  const wanted = new Set(files)
  const ids = new Map<string, string>()
  for await (const [file, id] of replaced(db, since)) {
    // Of pictures that share a name, an export calls one by it and each other by a name of its own.
    const own = distinctName(composed(file), id)
    const name = wanted.has(own) ? own : composed(file)
    // What the list's author saw is what came first.
    if (wanted.has(name) && !ids.has(name)) ids.set(name, id)
  }
  const all = [...new Set(ids.values())]
  const pictures = new Map<string, KeptPicture>()
  for (let at = 0; at < all.length; at += BATCH) {
    const some = all.slice(at, at + BATCH)
    const rows = await db.selectFrom('picture').selectAll().where('id', 'in', some).execute()
    for (const { id, width, height } of rows) pictures.set(id, { id, width, height })
  }
  for (const [name, id] of ids) {
    const picture = pictures.get(id)
    if (picture) found.set(name, picture)
  }
  return found
}

/** Names and ids of pictures that imports after `since` took away or replaced, the first change first. */
async function* replaced(db: Db, since: number): AsyncGenerator<[file: string, id: string]> {
  const imports = await db
    .selectFrom('catalogue_import')
    .select('id')
    .where('id', '>', since)
    .orderBy('id')
    .execute()
  for (const { id } of imports) {
    const changes = await db
      .selectFrom('import_change')
      .select('before')
      .where('import_id', '=', id)
      .where('kind', 'in', ['product', 'category', 'banners'])
      .where((eb) =>
        eb.or([eb('before', 'like', '%"images":%'), eb('before', 'like', '%"picture_id":%')]),
      )
      .execute()
    for (const { before } of changes) yield* picturesIn(before ?? '{}')
  }
}

function picturesIn(json: string): [file: string, id: string][] {
  const read = pictured.safeParse(JSON.parse(json))
  if (!read.success) return []
  const { images = [], rows = [], image, picture_id } = read.data
  const own: [string, string][] = image && picture_id ? [[image, picture_id]] : []
  return [
    ...images.map((one): [string, string] => [one.file, one.picture_id]),
    ...rows.map((one): [string, string] => [one.image, one.picture_id]),
    ...own,
  ]
}

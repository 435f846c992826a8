import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import type { KeptPicture } from './pictures.ts'

const BATCH = 500

/** Pictures that products of the shop have under these file names already. */
export async function findKnownPictures(
  db: Kysely<Database>,
  files: string[],
): Promise<Map<string, KeptPicture>> {
  const known = new Map<string, KeptPicture>()
  for (let at = 0; at < files.length; at += BATCH) {
    const some = files.slice(at, at + BATCH)
    const rows = await db
      .selectFrom('product_image')
      .innerJoin('picture', 'picture.id', 'product_image.picture_id')
      .select(['file', 'picture.id', 'width', 'height'])
      .distinct()
      .where('file', 'in', some)
      .execute()
    for (const { file, id, width, height } of rows) known.set(file, { id, width, height })
  }
  return known
}

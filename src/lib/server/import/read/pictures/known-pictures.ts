import { sql } from 'kysely'
import type { Db } from '#lib/server/database/schema.ts'
import { composed, spellings } from './image-name.ts'
import { ImageNames } from './image-names.ts'
import type { KeptPicture } from './pictures.ts'

const BATCH = 500

/**
 * Pictures that products of the shop already have under these file names. Of several under one name it is that of the
 * first product, as an export names them.
 */
export async function findKnownPictures(
  db: Db,
  files: string[],
): Promise<Map<string, KeptPicture>> {
  const known = new Map<string, KeptPicture>()
  for (let at = 0; at < files.length; at += BATCH) {
    const some = files.slice(at, at + BATCH)
    const stored = new Set(some.flatMap(spellings))
    const rows = await db
      .selectFrom('product_image')
      .innerJoin('picture', 'picture.id', 'product_image.picture_id')
      .innerJoin('product', 'product.id', 'product_image.product_id')
      .select(['file', 'picture.id', 'picture.width', 'picture.height'])
      .where('file', 'in', [...stored])
      .orderBy(sql`case when product.withdrawn_at is null then 0 else 1 end`)
      .orderBy('product.number')
      .orderBy('product_image.position')
      .execute()
    for (const { file, id, width, height } of rows) {
      const name = composed(file)
      if (!known.has(name)) known.set(name, { id, width, height })
    }
  }
  return known
}

/** File names of the shop's pictures that differ from these only in case. */
export async function findOtherCapitals(
  db: Db,
  files: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let at = 0; at < files.length; at += BATCH) {
    const some = files.slice(at, at + BATCH)
    const lower = some.map((file) => file.toLowerCase())
    const rows = await db
      .selectFrom('product_image')
      .select('file')
      .distinct()
      .where((eb) => eb.fn<string>('lower', ['file']), 'in', lower)
      .orderBy('file')
      .execute()
    const names = new Map(rows.map(({ file }) => [file.toLowerCase(), file]))
    for (const file of some) {
      const name = names.get(file.toLowerCase())
      if (name !== undefined) found.set(file, name)
    }
  }
  return found
}

/** The shop's pictures under the names that an export gives them, including those of categories and banners. */
export async function findExportedPictures(
  db: Db,
  files: string[],
): Promise<Map<string, KeptPicture>> {
  const known = new Map<string, KeptPicture>()
  if (files.length === 0) return known
  const names = await ImageNames.load(db)
  const wanted = new Set(files)
  const found = [...names.used()].filter(([, name]) => wanted.has(name))
  for (let at = 0; at < found.length; at += BATCH) {
    const some = found.slice(at, at + BATCH)
    const ids = some.map(([id]) => id)
    const rows = await db.selectFrom('picture').selectAll().where('id', 'in', ids).execute()
    const byId = new Map(rows.map(({ id, width, height }) => [id, { id, width, height }]))
    for (const [id, name] of some) {
      const picture = byId.get(id)
      if (picture) known.set(name, picture)
    }
  }
  return known
}

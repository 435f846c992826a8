import type { Db } from '#lib/server/database/schema.ts'
import { composed } from '#lib/server/import/read/pictures/image-name.ts'
import { slug } from '#lib/server/import/apply/ids.ts'
import { bannersFile, readBannerForms } from './banners.ts'
import { categoriesFile, readCategories } from './categories.ts'

/** The lists that assign pictures to categories and banners, and the pictures they use. */
type AssignedPictures = { lists: Record<string, string>; taken: string[] }

/** A picture's name without its extension, in lower case: names that differ only in case are the same picture. */
export const stemOf = (file: string) =>
  composed(file)
    .replace(/\.[^.]+$/, '')
    .toLowerCase()

/** A name for comparing: as in an address, or, without Latin letters, as it is. */
const nameKey = (name: string): string => slug(name) || composed(name).toLowerCase() || '-'

/**
 * Assigns pictures to categories, replacing a picture of the same name or matching the category's name, and to
 * banners, replacing a picture of the same name.
 * @param ofProducts pictures that products use: a category does not take them merely because its name matches
 */
export async function assignPictures(
  db: Db,
  files: readonly string[],
  ofProducts: ReadonlySet<string>,
): Promise<AssignedPictures> {
  const byStem = new Map(files.map((file) => [stemOf(file), file]))
  const bySlug = new Map(
    files.filter((file) => !ofProducts.has(file)).map((file) => [nameKey(stemOf(file)), file]),
  )
  const taken: string[] = []
  const take = (image: string, name = '') => {
    const file = (image && byStem.get(stemOf(image))) || bySlug.get(nameKey(name))
    if (file !== undefined) taken.push(file)
    return file ?? image
  }
  const rows = await readCategories(db)
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  const categories = rows.map(({ parentId, name, image, position }) => ({
    category: nameOf.get(parentId ?? '') ?? name,
    subcategory: parentId === null ? '' : name,
    image: take(image, name),
    order: String(position),
  }))
  const lists: Record<string, string> = {}
  if (taken.length > 0) lists['categories.csv'] = categoriesFile(categories)
  const before = taken.length
  const banners = (await readBannerForms(db)).map((row) => ({ ...row, image: take(row.image) }))
  if (taken.length > before) lists['banners.csv'] = bannersFile(banners)
  return { lists, taken }
}

import type { Db } from '#lib/server/database/schema.ts'
import { slug } from '#lib/server/import/apply/ids.ts'
import { bannersFile, readBannerForms } from './banners.ts'
import { categoriesFile, readCategories } from './categories.ts'

/** The lists that give pictures to categories and banners, and the pictures that these take. */
type PlacePictures = { lists: Record<string, string>; taken: string[] }

/** A picture's name without its ending; case makes no other picture. */
export const stemOf = (file: string) => file.replace(/\.[^.]+$/, '').toLowerCase()

/**
 * Gives pictures to categories, in the place of one of the same name or by the category's name, and to
 * banners in the place of one of the same name.
 * @param ofProducts the pictures that products take, which no category takes for its name alone
 */
export async function placePictures(
  db: Db,
  files: readonly string[],
  ofProducts: ReadonlySet<string>,
): Promise<PlacePictures> {
  const byStem = new Map(files.map((file) => [stemOf(file), file]))
  const bySlug = new Map(
    files.filter((file) => !ofProducts.has(file)).map((file) => [slug(stemOf(file)), file]),
  )
  const taken: string[] = []
  const take = (image: string, name = '') => {
    const file = (image && byStem.get(stemOf(image))) || bySlug.get(slug(name) || '-')
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

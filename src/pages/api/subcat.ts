import { subcatShapes } from '#lib/api-shapes.ts'
import { readWhole } from './_list.ts'

/** GET /api/subcat: the sub-categories of all categories. */
export const GET = readWhole(async ({ locals }) => {
  const categories = await locals.catalogue.categories()
  return { subcatlist: categories.flatMap(subcatShapes) }
})

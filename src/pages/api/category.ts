import { categoryShape } from '#lib/api-shapes.ts'
import { readWhole } from './_list.ts'

/** GET /api/category: the top categories with their sub-categories. */
export const GET = readWhole(async ({ locals }) => {
  const categories = await locals.catalogue.categories()
  return { categorylist: categories.map(categoryShape) }
})

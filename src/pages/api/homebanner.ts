import { bannerShape } from '#lib/api-shapes.ts'
import { readWhole } from './_list.ts'

/** GET /api/homebanner: the banners of Home, in the shop's order. */
export const GET = readWhole(async ({ locals }) => {
  const banners = await locals.catalogue.banners()
  return banners.map(bannerShape)
})

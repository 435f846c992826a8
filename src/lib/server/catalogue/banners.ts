import type { Banner } from '#lib/catalogue/product.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** Home's banners that are shown now, in the shop's order. */
export async function loadBanners(db: Db): Promise<Banner[]> {
  const rows = await db
    .selectFrom('banner')
    .innerJoin('picture', 'picture.id', 'banner.picture_id')
    .selectAll('banner')
    .select(['width', 'height'])
    .where('is_shown', '=', 1)
    .orderBy('position')
    .execute()
  return rows.map(({ picture_id, width, height, alt, title, text, link }) => ({
    picture: { id: picture_id, width, height, alt },
    title,
    text,
    link,
  }))
}

import type { Db } from '#lib/server/database/schema.ts'
import { turnSales } from './turn.ts'
import { turnArticles } from './turn-articles.ts'
import { turnBanners } from './turn-banners.ts'

/** Changes all that has fallen due by now: prices of sales, banners and articles. */
export async function turnDue(db: Db): Promise<void> {
  await turnSales(db)
  await turnBanners(db)
  await turnArticles(db)
}

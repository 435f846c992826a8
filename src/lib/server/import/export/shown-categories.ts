import type { Db } from '#lib/server/database/schema.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'

/** The categories and sub-categories that are shown, in order; lists can name only these. */
export const shownCategories = (db: Db) =>
  db
    .selectFrom('category')
    .selectAll()
    .where('position', '!=', HIDDEN)
    .orderBy('position')
    .orderBy('id')
    .execute()

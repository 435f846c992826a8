import { sql } from 'kysely'
import { REVIEWS_A_PAGE, type ReviewSearch } from '#lib/desk/reviews.ts'
import { hasWords } from '#lib/server/catalogue/search/product-words.ts'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** A review as the desk lists it, with the last decision of the shop on it. */
export type DeskReview = {
  id: string
  product: { id: string; name: string; isOnSale: boolean }
  customerName: string
  text: string
  rating: number
  isVerified: boolean
  createdAt: number
  editedAt: number | null
  isShown: boolean
  /** It was hidden, and its author has edited it since. */
  isChanged: boolean
  moderated: { at: number; by: string; reason: string } | undefined
}
type FoundReviews = { reviews: DeskReview[]; total: number; page: number; pageCount: number }

/** When the current text of a review was written, in epoch milliseconds. */
export const writtenAt = ({
  createdAt,
  editedAt,
}: Pick<DeskReview, 'createdAt' | 'editedAt'>): number => editedAt ?? createdAt

/** One page of the reviews that match a search, newest text first. */
export async function findDeskReviews(db: Db, search: ReviewSearch): Promise<FoundReviews> {
  return inSnapshot(db, async (trx) => {
    const counted = await matching(trx, search)
      .select((eb) => eb.fn.countAll().as('total'))
      .executeTakeFirstOrThrow()
    const total = Number(counted.total)
    const pageCount = Math.max(1, Math.ceil(total / REVIEWS_A_PAGE))
    const page = Math.min(search.page ?? 1, pageCount)
    const rows = await selectPage(trx, search, page)
    return { reviews: rows.map(toReview), total, page, pageCount }
  })
}

const selectPage = (db: Db, search: ReviewSearch, page: number) =>
  matching(db, search)
    .innerJoin('product', 'product.id', 'review.product_id')
    .selectAll('review')
    .select(['product.name as product_name', 'product.withdrawn_at'])
    .orderBy(sql`coalesce(review.edited_at, review.created_at)`, 'desc')
    .orderBy('review.id')
    .limit(REVIEWS_A_PAGE)
    .offset((page - 1) * REVIEWS_A_PAGE)
    .execute()
type Row = Awaited<ReturnType<typeof selectPage>>[number]

function matching(db: Db, { q = '', stars, state }: ReviewSearch) {
  return db
    .selectFrom('review')
    .where('review.taken_back_at', 'is', null)
    .$if(q !== '', (all) =>
      all.where('review.product_id', 'in', (eb) =>
        eb.selectFrom('product').select('id').where(hasWords(db, q)),
      ),
    )
    .$if(stars !== undefined, (all) => all.where('review.rating', '=', stars ?? 0))
    .$if(state !== undefined, (all) => all.where('review.is_shown', '=', Number(state === 'shown')))
    .$if(state === 'changed', (all) => all.whereRef('review.edited_at', '>', 'review.moderated_at'))
}

function toReview(row: Row): DeskReview {
  const { edited_at: editedAt, moderated_at: at, reason } = row
  const isShown = row.is_shown === 1
  return {
    id: row.id,
    product: {
      ...{ id: row.product_id, name: row.product_name },
      isOnSale: row.withdrawn_at === null,
    },
    customerName: row.customer_name,
    text: row.text,
    rating: row.rating,
    isVerified: row.is_verified === 1,
    createdAt: row.created_at,
    editedAt,
    isShown,
    isChanged: !isShown && (editedAt ?? 0) > (at ?? Infinity),
    moderated: at === null ? undefined : { at, by: row.moderated_by ?? '', reason },
  }
}

import * as z from 'zod/mini'
import type { Review } from './product.ts'

/** A review as the API returns it and the page shows it. */
export const reviewViewSchema = z.object({
  _id: z.string(),
  customername: z.string(),
  review: z.string(),
  customerrating: z.int(),
  dateCreated: z.string(),
  dateEdited: z.nullable(z.string()),
  verified: z.boolean(),
})
export type ReviewView = z.infer<typeof reviewViewSchema>

/** Converts a review for API and page. */
export function reviewView(review: Review): ReviewView {
  return {
    _id: review.id,
    customername: review.customerName,
    review: review.text,
    customerrating: review.rating,
    dateCreated: new Date(review.createdAt).toISOString(),
    dateEdited: review.editedAt === null ? null : new Date(review.editedAt).toISOString(),
    verified: review.isVerified,
  }
}

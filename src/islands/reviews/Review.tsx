import { Stars } from '#islands/kit/Stars.tsx'
import { When } from '#islands/kit/When.tsx'
import type { ReviewView } from '#lib/catalogue/review-view.ts'
import { formatDay } from '#lib/dates.ts'
import { reviewTexts } from '#lib/texts/browser/review.ts'

/** One customer's review. It can be focused, as the first of the older ones just loaded is. */
export function Review({ review }: { review: ReviewView }) {
  const { customername, customerrating, dateCreated, dateEdited, verified } = review
  return (
    <li className="py-4" tabIndex={-1}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b>{customername}</b>
        <Stars rating={customerrating} />
        <When at={dateCreated} write={formatDay} className="text-sm text-muted" />
        {verified && <small className="text-sm text-muted">{reviewTexts.verifiedPurchase}</small>}
        {dateEdited !== null && <small className="text-sm text-muted">{reviewTexts.edited}</small>}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{review.review}</p>
    </li>
  )
}

import { Stars } from '#islands/kit/Stars.tsx'
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
        <time
          className="text-sm text-muted"
          dateTime={dateCreated}
          // Browsers abbreviate months differently.
          suppressHydrationWarning
        >
          {formatDay(Date.parse(dateCreated))}
        </time>
        {verified && <small className="text-sm text-muted">{reviewTexts.verifiedPurchase}</small>}
        {dateEdited !== null && <small className="text-sm text-muted">{reviewTexts.edited}</small>}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{review.review}</p>
    </li>
  )
}

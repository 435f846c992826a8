import { useStore } from '@nanostores/react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLive } from '#islands/wake/use-live.ts'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'
import type { ReviewView } from '#lib/catalogue/review-view.ts'
import { productPath } from '#lib/catalogue/variant.ts'
import { reviewTexts } from '#lib/texts/browser/review.ts'
import { hasOlder, openReviews } from '#stores/reviews.ts'
import { Review } from './Review.tsx'
import { ReviewForm } from './ReviewForm.tsx'

type Props = {
  productid: string
  reviews: ReviewView[]
  count: number
  page: number
  /** The values of a form sent without script that was refused. */
  refused: { review: string; customerrating: string } | undefined
}

/** Customer reviews of a product, and the form to write one (S-063, S-064, S-125). */
export function Reviews({ productid, reviews, count, page, refused }: Props) {
  const root = useLive<HTMLDivElement>()
  const [store] = useState(() => openReviews(productid, { reviews, count, page }))
  const shown = useStore(store.$reviewed)
  const list = useRef<HTMLUListElement>(null)
  const isBusy = shown.status === 'loading'
  const addressOf = (wanted: number) =>
    `${productPath(productid)}${wanted > 1 ? `?reviews=${wanted}` : ''}#reviews`

  useEffect(() => {
    // The tab of this section is outside the island (ProductSections.astro).
    const tab = document.querySelector('[role=tab][href="#reviews"], nav a[href="#reviews"]')
    if (tab && shown.count !== count) tab.textContent = reviewTexts.reviews(shown.count)
  }, [count, shown.count])

  const showOlder = (event: MouseEvent<HTMLAnchorElement>) => {
    const { currentTarget } = event
    if (opensElsewhere(event)) return
    event.preventDefault()
    if (isBusy) return
    const before = shown.reviews.length
    void store.showOlder().then((isThere) => {
      if (!isThere) return location.assign(currentTarget.href)
      // The last page may hold only what is shown already, and the link is gone then.
      const first = list.current?.children[before] ?? list.current?.lastElementChild
      if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    })
  }

  return (
    <div ref={root}>
      <h2 id="reviews-title" className="mb-3 text-xl font-bold">
        {reviewTexts.reviews(shown.count)}
      </h2>
      {shown.reviews.length === 0 ? (
        <p>{reviewTexts.none}</p>
      ) : (
        <ul ref={list} className="divide-y divide-base-300">
          {shown.reviews.map((review) => (
            <Review key={review._id} review={review} />
          ))}
        </ul>
      )}
      {page > 1 && shown.page === page && (
        <a className="btn mt-4 mr-2" href={addressOf(page - 1)}>
          {reviewTexts.newer}
        </a>
      )}
      {hasOlder(shown) && (
        <a
          className="btn mt-4"
          href={addressOf(shown.page + 1)}
          aria-busy={isBusy}
          data-replay="older"
          onClick={showOlder}
        >
          {reviewTexts.older}
        </a>
      )}
      <ReviewForm
        productid={productid}
        refused={refused}
        isSending={shown.status === 'sending'}
        send={store.send}
      />
    </div>
  )
}

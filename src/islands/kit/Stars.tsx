import { productMessages as messages } from '#lib/texts/browser/product.ts'

const LOOKS = ['', 'stars-1', 'stars-2', 'stars-3', 'stars-4', 'stars-5']

/** Whole stars; the styles draw them. */
export function Stars({ rating }: { rating: number }) {
  return <span className={LOOKS[rating]} role="img" aria-label={messages.rating(rating)} />
}

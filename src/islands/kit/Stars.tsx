import { productTexts } from '#lib/texts/browser/product.ts'

type Props = { rating: number; look?: string }

const LOOKS = ['', 'stars-1', 'stars-2', 'stars-3', 'stars-4', 'stars-5']

/** A rating in whole stars (S-200), drawn by the theme's styles. */
export function Stars({ rating, look = '' }: Props) {
  return (
    <span
      className={`${LOOKS[rating]} ${look}`.trim()}
      role="img"
      aria-label={productTexts.rating(rating)}
    />
  )
}

import { REVIEW_PAGE_SIZE } from '#lib/limits.ts'
import type { Product } from '#lib/catalogue/product.ts'
import { readParameter } from '#parts/shell/parameter.ts'

/** Which page of reviews an address asks for; undefined if there is no such page. */
export function readReviewPage(
  { reviewCount }: Pick<Product, 'reviewCount'>,
  query: URLSearchParams,
): number | undefined {
  const text = readParameter(query, 'reviews')
  if (text === '') return 1
  if (text === undefined || !/^[1-9]\d{0,4}$/.test(text)) return undefined
  const page = Number(text)
  return page === 1 || (page - 1) * REVIEW_PAGE_SIZE < reviewCount ? page : undefined
}

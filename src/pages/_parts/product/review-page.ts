import { REVIEW_PAGE_SIZE } from '#lib/limits.ts'
import { pageField } from '#lib/page-field.ts'
import type { Product } from '#lib/catalogue/product.ts'
import { readParameter } from '#parts/shell/parameter.ts'

/** Which page of reviews an address asks for; undefined if there is no such page. */
export function readReviewPage(
  { reviewCount }: Pick<Product, 'reviewCount'>,
  query: URLSearchParams,
): number | undefined {
  const text = readParameter(query, 'reviews')
  if (text === '') return 1
  const { data: page } = pageField.safeParse(text)
  if (page === undefined || page === 1) return page
  return (page - 1) * REVIEW_PAGE_SIZE < reviewCount ? page : undefined
}

const LONGEST = 80

/**
 * A brand's part of its page's address; empty for a name without Latin letters and digits, which
 * has no page.
 */
export function brandId(brand: string): string {
  return brand
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '')
}

/** The page with all products of a brand; undefined if it has none. */
export function brandPath(brand: string): string | undefined {
  const id = brandId(brand)
  return id === '' ? undefined : `/brand/${id}`
}

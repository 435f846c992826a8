/** The address that dials the first of the numbers in a text, such as `020-2612 3456 / 98450 12345`. */
export const phoneLink = (text: string): string =>
  `tel:${(text.split(/[/,;]|\bor\b/)[0] ?? '').replaceAll('(0)', '').replaceAll(/[^\d+]/g, '')}`

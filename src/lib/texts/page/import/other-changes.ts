const KINDS = {
  category: 'Categories',
  banners: 'Banners',
  delivery: 'Delivery PIN codes',
  synonyms: 'Other names in search',
  shop: 'Words of the shop',
  page: 'Pages',
  article: 'Articles',
}
export type OtherKind = keyof typeof KINDS

/** Tells an editor what an import changed besides products. */
export const otherTexts = {
  of: (kind: OtherKind, counts: Record<string, number>): string => {
    const said = Object.entries(counts).filter(([, count]) => count > 0)
    const words = said.map(([word, count]) => `${count.toLocaleString('en-IN')} ${word}`)
    const isPlain = kind === 'shop' || words.length === 0
    return `${KINDS[kind]}${isPlain ? ' changed' : `: ${words.join(', ')}`}`
  },
  nothingRefused: 'No products; nothing is refused.',
}

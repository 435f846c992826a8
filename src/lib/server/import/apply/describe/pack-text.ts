import { decimalPrice } from '#lib/money.ts'

/** A pack as the log of changes keeps it. */
export type PackFields = {
  label: string
  price_paise: number
  oldprice_paise: number | null
  stock: number | null
  sale_paise: number | null
}

/** A pack as editors read it among the changes: `1 kg=62.00/70.00, 40 in stock, 55.00 on sale`. */
export function packText({
  label,
  price_paise,
  oldprice_paise,
  stock,
  sale_paise,
}: PackFields): string {
  const old = oldprice_paise === null ? '' : `/${decimalPrice(oldprice_paise)}`
  const left = stock === null ? '' : `, ${stock} in stock`
  const sale = sale_paise === null ? '' : `, ${decimalPrice(sale_paise)} on sale`
  return `${label}=${decimalPrice(price_paise)}${old}${left}${sale}`
}

/** What alarms need to know about a pack. */
type ReadPack = { label: string; price: number; isCounted: boolean }

/** What a pack's text says, each part as it is written; empty if it says nothing of it. */
export type PackParts = Record<'price' | 'old' | 'stock' | 'sale', string>

// A label may contain any of these signs, so the pattern matches from the end.
const PACK = /^(.*)=(\d+(?:\.\d+)?)(?:\/([\d.]+))?(?:, (-?\d+) in stock)?(?:, ([\d.]+) on sale)?$/

/** The parts of packs by their labels; undefined if a text is not as `packText` writes it. */
export function readPackParts(texts: string): Map<string, PackParts> | undefined {
  const packs = new Map<string, PackParts>()
  for (const text of texts.split('|').filter(Boolean)) {
    const [all, label = '', price = '', old = '', stock = '', sale = ''] = PACK.exec(text) ?? []
    if (all === undefined) return undefined
    packs.set(label, { price, old, stock, sale })
  }
  return packs
}

/** Reads back packs written by `packText`, joined with bars. */
export const readPackTexts = (texts: string | null): ReadPack[] =>
  (texts ?? '').split('|').flatMap((text) => {
    const [all, label = '', price, , stock] = PACK.exec(text) ?? []
    return all === undefined
      ? []
      : [{ label, price: Number(price), isCounted: stock !== undefined }]
  })

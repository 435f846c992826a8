import { decimalPrice } from '#lib/money.ts'
import { CHOICE_KINDS, type ChoiceKind } from '#lib/catalogue/product.ts'
import { slugOf } from '#lib/catalogue/variant.ts'
import { type Column, isPartial } from '#lib/server/import/read/columns/columns.ts'
import { checkOldPrice, checkPrice, type PriceUnit, type PriceUnits, readPrice } from './prices.ts'
import type { ImportedPack, ImportedProduct, RowTexts, StockSaid } from './product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { RowCheck } from './row-check.ts'
import { readStocks } from './stock.ts'

const MAX_CHOICES = 30
const MAX_LABEL_LENGTH = 60

type Choices = { labels: string[]; packs: ImportedPack[] }
type Prices = 'price_paise' | 'oldprice_paise' | 'stock' | 'stocks'
type Choice = 'rams' | 'sizes' | 'weights' | 'pack_kind' | 'packs'
export type RowOffer = Pick<ImportedProduct, Prices | Choice>

/** Reads prices, stock and choices of a row; only one of ram, size and weight may have packs. */
export function readOffer(
  check: RowCheck,
  text: RowTexts,
  units: PriceUnits,
  columns: ReadonlySet<Column>,
): RowOffer {
  const read = (kind: ChoiceKind) => readChoices(check, kind, text(kind), units.price)
  const choices = { ram: read('ram'), size: read('size'), weight: read('weight') }
  const priced = CHOICE_KINDS.filter((kind) => choices[kind].packs.length > 0)
  const [kind, second] = priced
  if (kind && second) check.fault(second, rowReasons.packsTwice(kind, second), undefined)
  const labels = {
    rams: choices.ram.labels.join('|'),
    sizes: choices.size.labels.join('|'),
    weights: choices.weight.labels.join('|'),
  }
  if (kind)
    return { ...labels, pack_kind: kind, ...readPackOffer(check, text, units, choices[kind].packs) }
  return { ...labels, pack_kind: null, packs: [], ...readSingleOffer(check, text, units, columns) }
}

function readSingleOffer(
  check: RowCheck,
  text: RowTexts,
  units: PriceUnits,
  columns: ReadonlySet<Column>,
) {
  if (columns.has('price') && text('price') === '')
    check.fault('price', rowReasons.priceMissing, undefined)
  const price = checkPrice(check, 'price', text('price'), units.price)
  const old = checkPrice(check, 'oldprice', text('oldprice'), units.oldprice)
  const oldprice_paise = checkOldPrice(check, 'oldprice', price, old)
  // Several stocks are for packs that the product has, but the list does not name.
  const items = isPartial(columns) ? text('stock').split('|').length : 1
  const stocks = readStocks(check, text('stock'), items > 1 ? items : 0)
  return { price_paise: price ?? 0, oldprice_paise, stock: firstOf(stocks[0]), stocks }
}

/** The product's own price is that of its first pack: the columns may repeat it, but not contradict it. */
function readPackOffer(check: RowCheck, text: RowTexts, units: PriceUnits, packs: ImportedPack[]) {
  const price_paise = packs[0]?.price_paise ?? 0
  const oldprice_paise = packs[0]?.oldprice_paise ?? null
  const price = checkPrice(check, 'price', text('price'), units.price)
  if (price !== null && price !== price_paise) {
    const reason = rowReasons.packPrice('price', decimalPrice(price), decimalPrice(price_paise))
    check.fault('price', reason, undefined)
  }
  const old = checkPrice(check, 'oldprice', text('oldprice'), units.oldprice)
  if (old !== null && old !== (oldprice_paise ?? price_paise)) {
    const expected = oldprice_paise === null ? 'none' : decimalPrice(oldprice_paise)
    check.fault('oldprice', rowReasons.packPrice('MRP', decimalPrice(old), expected), undefined)
  }
  const stocks = readStocks(check, text('stock'), packs.length)
  return {
    price_paise,
    oldprice_paise,
    stock: null,
    stocks,
    packs: packs.map((pack, i) => ({ ...pack, stock: firstOf(stocks[i]) })),
  }
}

/** The initial stock of a new product. */
const firstOf = (said: StockSaid | undefined) =>
  said === undefined || said.units === null ? null : Math.max(0, said.units)

function readChoices(check: RowCheck, kind: ChoiceKind, text: string, unit: PriceUnit): Choices {
  if (text === '') return { labels: [], packs: [] }
  const items = check.list(kind, text, MAX_CHOICES, 'choices')
  const isPriced = items.some((item) => item.includes('='))
  const labels: string[] = []
  const packs: ImportedPack[] = []
  for (const item of items) {
    const at = isPriced ? item.lastIndexOf('=') : item.length
    const label = check.text(
      kind,
      item.slice(0, at < 0 ? item.length : at).trim(),
      MAX_LABEL_LENGTH,
      'choice',
    )
    if (label === '') check.fault(kind, rowReasons.choiceEmpty, undefined)
    labels.push(label)
    if (!isPriced) continue
    if (at < 0) check.fault(kind, rowReasons.packWithoutPrice(label), undefined)
    else packs.push(readPack(check, kind, label, item.slice(at + 1).trim(), unit))
  }
  checkDistinct(check, kind, labels)
  return { labels, packs }
}

function readPack(
  check: RowCheck,
  kind: ChoiceKind,
  label: string,
  text: string,
  unit: PriceUnit,
): ImportedPack {
  const [priceText = '', ...others] = text.split('/').map((part) => part.trim())
  // Of more than two prices, the rest is no price: it is refused, not dropped.
  const oldText = others.length > 0 ? others.join('/') : undefined
  const price = readPrice(priceText, unit, `price of ${label}`)
  const old = oldText === undefined ? null : readPrice(oldText, unit, `MRP of ${label}`)
  if (typeof price !== 'number') check.fault(kind, price.reason, undefined)
  if (old !== null && typeof old !== 'number') check.fault(kind, old.reason, undefined)
  const price_paise = typeof price === 'number' ? price : null
  const oldprice_paise = checkOldPrice(
    check,
    kind,
    price_paise,
    typeof old === 'number' ? old : null,
  )
  const noSale = { sale_paise: null, base_paise: null, base_oldprice_paise: null }
  return { label, price_paise: price_paise ?? 0, oldprice_paise, stock: null, ...noSale }
}

/** Choices are identified by their slugs in addresses, so these have to differ, too. */
function checkDistinct(check: RowCheck, kind: ChoiceKind, labels: string[]): void {
  const seen = new Set<string>()
  for (const label of labels) {
    const slug = slugOf(label) || label
    if (seen.has(slug)) return check.fault(kind, rowReasons.choiceTwice(label), undefined)
    seen.add(slug)
  }
}

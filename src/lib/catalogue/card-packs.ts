import { CHOICE_FIELDS, NO_CHOICE } from './choice.ts'
import {
  type Card,
  type CardChoices,
  type CardPack,
  CHOICE_KINDS,
  labelsOf,
  type Product,
} from './product.ts'

// A card's packs are in one attribute, `data-weight="500 g=6200|1 kg=11800/13000!"`, so that they
// show at the first tap, also offline. Price and old price are in paise; `!` marks a pack out of
// stock.

const PACK = /^(.+)=(\d{1,9})(?:\/(\d{1,9}))?(!?)$/

/** The choices that a card can offer by itself: only for products with one kind of choice. */
export function cardChoices(product: Product): CardChoices | null {
  const { packKind, pricePaise, oldPricePaise } = product
  const labels = labelsOf(product)
  const [kind, ...others] = CHOICE_KINDS.filter((one) => labels[one].length > 0)
  if (!kind || others.length > 0) return null
  const isInStock = product.stock !== 0
  const packs = labels[kind].map((label): CardPack => {
    const pack = kind === packKind && product.packs.find((one) => one.label === label)
    if (!pack) return { label, pricePaise, oldPricePaise, isInStock }
    return {
      label,
      pricePaise: pack.pricePaise,
      oldPricePaise: pack.oldPricePaise,
      isInStock: pack.stock !== 0,
    }
  })
  return { kind, packs }
}

/** The attribute of a card's button or link that holds its packs. */
export function packAttribute({ kind, packs }: CardChoices): Record<string, string> {
  const parts = packs.map(({ label, pricePaise, oldPricePaise, isInStock }) => {
    const old = oldPricePaise === null ? '' : `/${oldPricePaise}`
    return `${label}=${pricePaise}${old}${isInStock ? '' : '!'}`
  })
  return { [`data-${kind}`]: parts.join('|') }
}

/** Reads that attribute; null if there is none. */
export function readPacks(data: Readonly<Record<string, string | undefined>>): CardChoices | null {
  const kind = CHOICE_KINDS.find((one) => data[one] !== undefined)
  if (!kind) return null
  const packs = (data[kind] ?? '').split('|').flatMap((text): CardPack[] => {
    const [, label, price, old, out] = PACK.exec(text) ?? []
    if (label === undefined) return []
    const oldPricePaise = old === undefined ? null : Number(old)
    return [{ label, pricePaise: Number(price), oldPricePaise, isInStock: out === '' }]
  })
  return { kind, packs }
}

/**
 * A card for one pack only, which is added at one press; the card unchanged if there is no such
 * pack.
 */
export function cardOfPack(card: Card, label: string): Card {
  const pack = card.choices?.packs.find((one) => one.label === label)
  if (!card.choices || !pack) return card
  const { isInStock, oldPricePaise, pricePaise } = pack
  const choices = { ...card.choices, packs: [pack], isChosen: card.choices.packs.length > 1 }
  return { ...card, choices, isInStock, oldPricePaise, pricePaise, unit: label, packCount: 1 }
}

/** A choice of one kind, in the specification's fields. */
export function choiceOf({ kind }: Pick<CardChoices, 'kind'>, label: string) {
  return { ...NO_CHOICE, [CHOICE_FIELDS[kind]]: label }
}

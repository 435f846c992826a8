/** A price that a sale may lower: of a product, or of a pack. */
type Price = {
  price_paise: number
  oldprice_paise: number | null
  base_paise: number | null
  base_oldprice_paise: number | null
  sale_paise: number | null
}
type Offer<Pack extends Price> = Price & {
  sale_from: number | null
  sale_until: number | null
  sale_is_on: number
  packs: Pack[]
}

/** Whether a schedule holds at a moment: from its first minute on, until just before its end. */
export function isSaleOn(
  { sale_from: from, sale_until: until }: { sale_from: number | null; sale_until: number | null },
  now: number,
): boolean {
  return from !== null && from <= now && (until === null || now < until)
}

/** The prices without a sale, as the editors' files have them. */
export function withoutSale<Pack extends Price, Item extends Offer<Pack>>(item: Item): Item {
  return { ...item, ...atBasePrice(item), sale_is_on: 0, packs: item.packs.map(atBasePrice) }
}

/** The prices at a moment; `price_paise` is always what is to be paid. */
export function withSale<Pack extends Price, Item extends Offer<Pack>>(
  item: Item,
  now: number,
): Item {
  const plain = withoutSale<Pack, Item>(item)
  if (!isSaleOn(item, now)) return plain
  return { ...plain, ...atSalePrice(plain), sale_is_on: 1, packs: plain.packs.map(atSalePrice) }
}

function atBasePrice<Item extends Price>(item: Item): Item {
  if (item.base_paise === null) return item
  const { base_paise: price_paise, base_oldprice_paise: oldprice_paise } = item
  return { ...item, price_paise, oldprice_paise, base_paise: null, base_oldprice_paise: null }
}

/** A sale price that is not below the usual price, which may have changed since, has no effect. */
function atSalePrice<Item extends Price>(item: Item): Item {
  const { price_paise, oldprice_paise, sale_paise } = item
  if (sale_paise === null || sale_paise >= price_paise) return item
  return {
    ...item,
    price_paise: sale_paise,
    oldprice_paise: oldprice_paise ?? price_paise,
    base_paise: price_paise,
    base_oldprice_paise: oldprice_paise,
  }
}

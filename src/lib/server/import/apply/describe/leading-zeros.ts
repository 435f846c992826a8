/** SKUs that differ only in leading zeros: how many, and one pair. */
export type LeadingZeros = { count: number; one: string; other: string }

/** Finds new SKUs that the shop or the list also has with more or fewer leading zeros. */
export function findLeadingZeros(
  fresh: readonly string[],
  known: readonly string[],
): LeadingZeros | undefined {
  const own = new Set(known)
  const others = Map.groupBy([...new Set([...known, ...fresh])], bare)
  const found = [...new Set(fresh)].flatMap((one) => {
    const other = others.get(bare(one))?.find((sku) => sku !== one)
    return other === undefined || own.has(one) ? [] : [{ one, other }]
  })
  const [first] = found
  return first && { count: found.length, ...first }
}

const bare = (sku: string) => sku.replace(/^0+(?=.)/, '')

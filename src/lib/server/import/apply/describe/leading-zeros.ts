/** Skus that differ by zeros in front alone: how many, and two of them. */
export type LeadingZeros = { count: number; one: string; other: string }

/** Finds skus that the shop does not have, which it or the list has with more or fewer zeros in front. */
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

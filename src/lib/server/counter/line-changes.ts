import { lineName, type OrderLine } from '#lib/server/orders/order-lines.ts'

/** What the buyer is told of a changed line; `replaces` names the ordered line that it is brought for. */
type LineChange = {
  title: string
  quantity: number
  ordered: number
  replaces: string | undefined
}

/**
 * What is delivered otherwise than it was ordered. A replacement that was replaced or left out in turn is nothing
 * that the buyer ordered, so it is not named.
 */
export function lineChanges(lines: readonly OrderLine[]): LineChange[] {
  const lineAt = new Map(lines.map((line) => [line.position, line]))
  const orderedFor = (line: OrderLine): OrderLine => {
    const before = line.replaces === null ? undefined : lineAt.get(line.replaces)
    return before ? orderedFor(before) : line
  }
  const brought = lines.filter(({ replaces, now }) => replaces !== null && now > 0)
  const isReplaced = new Set(brought.map((line) => orderedFor(line).position))
  return lines
    .filter(({ position, replaces, now, quantity }) => {
      if (replaces !== null) return now > 0
      return now < quantity && (now > 0 || !isReplaced.has(position))
    })
    .map((line) => ({
      ...{ title: lineName(line), quantity: line.now, ordered: line.quantity },
      replaces: line.replaces === null ? undefined : lineName(orderedFor(line)),
    }))
}

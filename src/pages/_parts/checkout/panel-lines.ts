import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'
import { labelOf } from '#lib/server/shopper/cart/choice.ts'
import type { Cart, CartLine } from '#lib/server/shopper/cart/read-cart.ts'

/** A line of YOUR ORDER. */
export type PanelLine = {
  title: string
  choice: string
  quantity: number
  pricePaise: number
  /** What it cost when the shopper chose it, where that was another price (I6). */
  wasPricePaise: number | undefined
  /** Why it cannot be ordered. */
  reason: string
}

/** The lines of a cart that are ordered, and those that hold the order up. */
export function panelLines({ lines }: Cart): { lines: PanelLine[]; leftOut: PanelLine[] } {
  const shown = lines.map((line) => ({ line: toPanelLine(line), isOk: line.state === 'ok' }))
  return {
    lines: shown.filter(({ isOk }) => isOk).map(({ line }) => line),
    leftOut: shown.filter(({ isOk }) => !isOk).map(({ line }) => line),
  }
}

function toPanelLine(line: CartLine): PanelLine {
  const { title, choice, quantity, pricePaise, seenPricePaise } = line
  return {
    ...{ title, choice: labelOf(choice), quantity, pricePaise },
    wasPricePaise: seenPricePaise === pricePaise ? undefined : seenPricePaise,
    reason: reasonOf(line),
  }
}

function reasonOf({ state, stock }: CartLine): string {
  if (state === 'ok') return ''
  if (state === 'short') return messages.onlyLeft(stock ?? 0)
  return state === 'soldout' ? messages.soldOut : messages.withdrawn
}

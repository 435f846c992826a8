import { isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { OrderPanel } from '#islands/checkout/OrderPanel.tsx'

/** The keys by which React tells rows apart. */
function keysIn(node: ReactNode): string[] {
  if (Array.isArray(node)) return node.flatMap(keysIn)
  if (!isValidElement<{ children?: ReactNode }>(node)) return []
  return [...(node.key === null ? [] : [node.key]), ...keysIn(node.props.children)]
}

test('namesakes are a row each, so that none is left over when one sells out', () => {
  const line = (id: string) => ({
    ...{ id, title: 'Toor Dal', choice: '', unit: '1kg', quantity: 1 },
    ...{ pricePaise: 100, reason: '' },
  })
  const order = {
    ...{ lines: [line('a'), line('b')], leftOut: [line('c'), line('d')] },
    ...{ totalPaise: 200, shown: '', isOpen: false },
  }
  expect(keysIn(OrderPanel({ order }))).toEqual(['a', 'b', 'c', 'd'])
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AddressStep } from '#islands/checkout/AddressStep.tsx'

const stepOf = (isGuest: boolean) => {
  const billing = { values: {}, addresses: [], isComplete: false, isGuest }
  return renderToStaticMarkup(
    createElement(AddressStep, {
      billing,
      hasFaults: false,
      onTake: () => {},
      faultOf: () => undefined,
    }),
  )
}

test('who has no account sees that no mail is needed (G07)', () => {
  expect(stepOf(true)).toContain('>Email Address (optional)</label>')
  expect(stepOf(false)).toContain('>Email Address</label>')
})

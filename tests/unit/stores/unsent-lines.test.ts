import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'
import { addition } from '#tests/support/cart-additions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('without network, quantities of two products just added are each changed from their own (I7 G16)', async () => {
  const tab = await openBrowser(() => Response.error()).openTab()
  vi.stubGlobal('navigator', { onLine: false })
  tab.signIn()
  await tab.change({ ...addition('rice'), quantity: 5 })
  await tab.change({ ...addition('dal'), quantity: 2 })
  const quantities = () => tab.$cart.get().map(({ productid, quantity }) => [productid, quantity])
  const dal = () => tab.$cart.get().find(({ productid }) => productid === 'dal') ?? expect.fail()

  await tab.stepLine(dal(), -1)
  expect(quantities()).toEqual([
    ['rice', 5],
    ['dal', 1],
  ])
  await tab.changeQuantity(dal(), 3)
  expect(quantities()).toEqual([
    ['rice', 5],
    ['dal', 3],
  ])
  await tab.removeLine(dal(), () => {})
  expect(quantities()).toEqual([['rice', 5]])
  expect(tab.$changes.get().slice(2)).toMatchObject([
    { kind: 'set', quantity: 1, was: 2 },
    { kind: 'set', quantity: 3, was: 1 },
    { kind: 'remove', was: 3 },
  ])
})

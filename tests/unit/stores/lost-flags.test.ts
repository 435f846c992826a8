import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'
import { addition, LINE } from '#tests/support/cart-additions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what is added stays in sight where the browser has lost who is signed in, but not the session (I8 G01)', async () => {
  vi.stubGlobal('document', { querySelector: () => null, body: { dataset: { cart: 'open' } } })
  let quantity = 1
  const lines = () => [{ ...LINE, quantity }]
  const browser = openBrowser(({ method }) => {
    if (method === 'GET') return Response.json(lines(), { headers: { 'x-cart-revision': '7' } })
    quantity++
    const answer = { status: true, error: false, msg: 'done', cart: lines(), revision: 8 }
    return Response.json(answer)
  })
  const tab = await browser.openTab()
  await tab.refreshCart()
  expect(tab.$cart.get()).toMatchObject([{ productid: 'rice', quantity: 1 }])
  expect(await tab.change(addition('rice'))).toMatchObject({ isDone: true })
  expect(tab.$changes.get()).toEqual([])
  expect(tab.$cart.get()).toMatchObject([{ productid: 'rice', quantity: 2 }])
})

import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, call, cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { hand, onToCheckout } from '#tests/browser/kit/hand.ts'
import { expect, test } from '#tests/browser/test.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('who comes back has address, delivery, the way they paid and the sum on one screen (G19)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await call(page, 'POST', '/api/checkout', { ...BILLING, payment: 'cod' })
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await open('/checkout')
  await expect(page.getByText(BILLING.streetaddressline1)).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/^To your door/)).toBeInViewport({ ratio: 1 })
  const pay = page.getByRole('button', { name: 'Checkout: ₹118 on delivery' })
  await expect(pay).toBeInViewport({ ratio: 1 })
  const payment = await page.getByRole('heading', { name: 'Payment' }).boundingBox()
  const button = await pay.boundingBox()
  expect((payment?.y ?? 740) + (payment?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

test('who has bought a pack before buys the same pack again in four taps, without a scroll (G19)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await call(page, 'POST', '/api/checkout', { ...BILLING, payment: 'cod' })
  await open('/orders')
  await open('/')
  const { done, tap } = hand()
  const again = page.getByRole('region', { name: 'Buy again' })
  await expect(again.getByText(/^1\s*kg/)).toBeVisible()
  await tap(again.getByRole('button', { name: 'Add to cart: Fine Besan' }))
  await expect(again.getByRole('group', { name: /^In your cart/ })).toHaveText(/1/)
  await tap(cartLink(page))
  await tap(onToCheckout(page))
  await page.waitForURL('/checkout')
  await tap(page.getByRole('button', { name: /^Checkout/ }))
  await page.waitForURL(/\/orders/)
  await expect(page.getByText('1 item for ₹118')).toBeVisible()
  expect(done).toEqual({ taps: 4, characters: 0, scrolls: 0 })
})

test('without JavaScript, too, the pack of last time goes into the cart by its button (G19)', async ({
  page,
  plainPage,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await call(page, 'POST', '/api/checkout', { ...BILLING, payment: 'cod' })
  await plainPage.context().addCookies(await page.context().cookies())
  await plainPage.goto('/orders/again')
  await plainPage.getByRole('button', { name: 'Add to cart: Fine Besan' }).click()
  await expect
    .poll(() => serverCart(page))
    .toMatchObject([{ productid: 'fine-besan', productweight: '1 kg', quantity: 1 }])
})

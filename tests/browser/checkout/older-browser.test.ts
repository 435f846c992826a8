import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, serverCart } from '#tests/browser/kit/buying.ts'
import { fillBilling } from '#tests/browser/kit/checkout-steps.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Takes away what browsers got after Chrome 97, Firefox 104 and Safari 15.4. */
function makeOlder(): void {
  const young: [object, string[]][] = [
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Element.prototype, ['checkVisibility']],
    [AbortSignal, ['any', 'timeout']],
    [Promise, ['withResolvers', 'try']],
    [URL, ['parse', 'canParse']],
    [Object, ['groupBy']],
    [Intl, ['Segmenter']],
  ]
  for (const [owner, names] of young) for (const name of names) Reflect.deleteProperty(owner, name)
}

test('a browser of 2022 changes its cart and pays with the scripts of the shop (S-133)', async ({
  open,
  page,
}) => {
  await page.addInitScript(makeOlder)
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice', { quantity: 2 })
  await open('/cart')
  await islandsLive(page)
  await page.getByRole('button', { name: 'One more' }).click()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 3 }])
  await page.getByRole('link', { name: 'Checkout' }).filter({ visible: true }).first().click()
  await page.waitForURL('/checkout')
  await islandsLive(page)
  await fillBilling(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

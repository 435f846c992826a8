import { newShopper, signInByCall, signUp } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { test } from '#tests/browser/kit/open-shop.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { ownRead } from '#tests/browser/kit/settled.ts'
import { expect } from '#tests/browser/test.ts'

const DAL = '/product/toor-dal'

test('a visitor fills a cart and a list, and finds both in the account after signing in (G01 G02)', async ({
  open,
  page,
}) => {
  await open(DAL)
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(page.getByText('Item is added to the cart')).toBeVisible()
  await open('/product/basmati-rice')
  await page.getByRole('radio', { name: /5 kg/ }).check()
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(cartLink(page)).toContainText('2')
  await open('/cart')
  const dal = page.getByRole('row').filter({ hasText: 'Toor Dal' })
  await dal.getByRole('button', { name: 'One more' }).click()
  await expect(cartLink(page)).toContainText('3')
  await dal.getByRole('button', { name: /later/i }).click()
  await expect(dal).toHaveCount(0)
  await open('/mylist')
  await expect(page.getByText('There is 1 product in your wishlist')).toBeVisible()

  const { email, password } = await signUp(page)
  await open('/signin?next=/cart')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText(/The product you chose earlier is in your cart/)).toBeVisible()
  await page.waitForURL('/cart')
  await expect(page.getByText('There is 1 product in your cart')).toBeVisible()
  await expect(cartLink(page)).toContainText('1')
  await open('/mylist')
  await expect(page.getByText('There is 1 product in your wishlist')).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies.filter(({ name }) => name === 'guest')).toEqual([])
})

test('a visitor’s cart that stays open in another tab lets a sign-in be (F47)', async ({
  context,
  open,
  page,
}) => {
  await open('/cart')
  const other = await context.newPage()
  await signInByCall(other)
  await expect(page.locator('account-menu .avatar')).toHaveText('A')
  expect(await other.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})

test('a session that ended elsewhere shows nothing of the account to whoever comes next (F47 A40)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(401)
  await signInByCall(page)
  await addElsewhere(page, 'salt', { quantity: 3 })
  await open(DAL)
  await expect(cartLink(page)).toContainText('3')
  await expect(page.locator('account-menu .avatar')).toHaveText('A')

  await context.clearCookies()
  await open(DAL)
  // At the first input the page asks for the cart.
  await page.keyboard.press('Shift')
  await expect(cartLink(page).locator('b')).toHaveText('0')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL(DAL)
})

test('whose session has ended is asked for an address to tell when a product is back (F47)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(401)
  await signInByCall(page)
  const address = page.getByLabel(/^Email, for this one mail/)
  const touchProduct = async () => {
    await open('/product/amla')
    const priced = page.waitForResponse('**/quick/amla')
    await page.getByRole('heading', { name: 'Amla' }).click()
    await priced
  }
  await touchProduct()
  await expect(address).toBeHidden()
  await ownRead(page)

  await context.clearCookies()
  const come = await holdRequests(page, '**/api/cart?*')
  await touchProduct()
  await expect(address).toBeHidden()
  come()
  await expect(address).toBeVisible()
  // Without an address the browser says so at the field; the page stays.
  await page.getByRole('button', { name: 'Tell me when it is back in stock' }).click()
  await expect(address).toBeFocused()
  await address.fill('asha@example.com')
  await page.getByRole('button', { name: 'Tell me when it is back in stock' }).click()
  await expect(page.getByText('We will email you once, when it is back in stock.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('whoever signs up goes on signed in to where they were, and types nothing twice (G14)', async ({
  open,
  page,
}) => {
  const { name, email, phone, password } = newShopper()
  await open(DAL)
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(cartLink(page)).toContainText('1')
  await open('/signin?next=/checkout')
  await page.getByRole('link', { name: 'Not Registered? Sign Up' }).click()
  await islandsLive(page)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(/Registered successfully!.*is in your cart/)).toBeVisible()
  await page.waitForURL('/checkout')
  await expect(cartLink(page)).toContainText('1')
})

test('from cart and list, too, Sign In leads back to where one was, and Cancel as well (G14)', async ({
  open,
  page,
}) => {
  const { email, password } = await signUp(page)
  for (const path of ['/mylist', '/cart']) {
    await open(path)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await page.waitForURL('/signin')
    await islandsLive(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(path)
  }
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/cart')
})

test('a cart that was asked for before the first addition was answered shows what was added (G01)', async ({
  baseURL,
  browser,
  open,
  page,
}) => {
  await open(DAL)
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(page.getByText('Item is added to the cart')).toBeVisible()
  await open('/product/salt')
  // The page as it is for a browser without a cookie.
  const stranger = await browser.newContext()
  const early = await (await stranger.request.get(`${baseURL}/cart`)).text()
  await stranger.close()
  expect(early).toContain('There are 0 products in your cart')
  await page.route('/cart', (route) => route.fulfill({ body: early, contentType: 'text/html' }))
  await open('/cart')
  await expect(page.getByText('There is 1 product in your cart')).toBeVisible()
  await expect(cartLink(page)).toContainText('1')
})

test('without JavaScript a visitor has a cart by forms alone (G01)', async ({
  plainPage: page,
}) => {
  await page.goto(DAL)
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await page.waitForURL('/cart')
  await expect(page.getByText('Item is added to the cart')).toBeVisible()
  await expect(page.getByText('There is 1 product in your cart')).toBeVisible()
  // Only a script can count in the header; without one it must not show a wrong number.
  await expect(cartLink(page).getByText('0', { exact: true })).toBeHidden()
  await page.getByRole('spinbutton').fill('2')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('₹299').first()).toBeVisible()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your Cart is currently Empty!')).toBeVisible()
})

test('the first products that a newcomer adds are counted at once, before any script has come (G01)', async ({
  page,
}) => {
  const come = await holdRequests(page, '**/static/js/page.*.js')
  await page.goto('/category/staples')
  const count = cartLink(page).locator('b')
  await expect(count).toHaveText('0')
  const add = page.getByRole('button', { name: /^Add to cart/ })
  await add.nth(0).click()
  await expect(count).toHaveText('1')
  await add.nth(0).click()
  await add.nth(1).click()
  await expect(count).toHaveText('2')
  await expect(cartLink(page)).toContainText('₹173.50')
  // From here on the link must keep its text: it may show neither 0 nor 3 for a moment.
  const said = await count.evaluateHandle((place) => {
    const texts: (string | null)[] = []
    new MutationObserver(() => texts.push(place.textContent)).observe(place, {
      ...{ childList: true, characterData: true, subtree: true },
    })
    return texts
  })
  come()
  await expect(page.getByRole('group', { name: /^In your cart/ })).toHaveCount(2)
  await expect.poll(() => serverCart(page)).toHaveLength(2)
  await expect(count).toHaveText('2')
  expect(new Set(await said.jsonValue()).difference(new Set(['2']))).toEqual(new Set())
})

test('who goes to the cart before the first addition has found its code finds it there (G01)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const come = await holdRequests(page, '**/static/js/{page,controls}.*.js')
  await page.goto('/category/staples')
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(cartLink(page).locator('b')).toHaveText('1')
  await cartLink(page).click()
  come()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('There is 1 product in your cart')).toBeVisible()
  await expect.poll(() => serverCart(page)).toHaveLength(1)
})

for (const [path, next] of [
  ['/category/staples', DAL],
  [DAL, '/category/staples'],
] as const) {
  test(`an addition counts on though its page is left before it has found its code: ${path} (G01)`, async ({
    page,
  }) => {
    const come = await holdRequests(page, '**/static/js/{page,controls}.*.js')
    await page.goto(path)
    await page
      .getByRole('button', { name: /^Add to cart/i })
      .first()
      .click()
    const count = cartLink(page).locator('b')
    await expect(count).toHaveText('1')
    // By typing its address, not by a link of the shop.
    await page.goto(next)
    come()
    await expect(count).toHaveText('1')
    await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 1 }])
    await page.goBack()
    await expect(count).toHaveText('1')
    expect(await serverCart(page)).toMatchObject([{ quantity: 1 }])
  })
}

import { signIn, signInByCall, signUp } from '#tests/browser/kit/accounts.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { settled } from '#tests/browser/kit/settled.ts'
import { leavesAfter, stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

test('a sign-in stores token and user, and starts anew at / after a second (S-130)', async ({
  open,
  page,
}) => {
  const { email, password } = await signUp(page)
  await page.clock.install()
  await open('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await stopClock(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Loggedin successfully!')).toBeVisible()
  const { token, user } = await page.evaluate(() => ({ ...localStorage }))
  expect(token).toBeTruthy()
  expect(user).toContain(email)
  await leavesAfter(page, 1000, '/')
})

test('next brings the shopper back, and only to a page of this shop (A02)', async ({
  open,
  page,
}) => {
  const shopper = await signUp(page)
  // Other ways to write an address elsewhere: next-path.test.ts.
  const goals = { '/search?q=dal': '/search?q=dal', '//evil.example/a': '/' }
  for (const [next, goal] of Object.entries(goals)) {
    await open(`/signin?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill(shopper.email)
    await page.getByLabel('Password').fill(shopper.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(goal)
  }
})

test('Logout clears the browser, ends the session and leads to sign in after a second (S-115 A28 A40)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await page.evaluate(() => sessionStorage.setItem('mine', '1'))
  await page.clock.install()
  await open('/')
  await page.getByRole('banner').locator('.avatar').click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await settled(page)
  await stopClock(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('User logout Successfully!')).toBeVisible()
  await leavesAfter(page, 1000, '/signin')
  const kept = () =>
    page.evaluate(() => [
      localStorage.getItem('token'),
      localStorage.getItem('user'),
      sessionStorage.length,
    ])
  // The message that was carried over to this page is removed once it is shown.
  await expect.poll(kept).toEqual([null, null, 0])
  const cookies = await page.context().cookies()
  expect(cookies.filter(({ name }) => name.includes('session'))).toEqual([])
})

test('a browser that lost its flags learns them again from the server', async ({ open, page }) => {
  const { email } = await signIn(page)
  await page.evaluate(() => localStorage.clear())
  await open('/signin?next=/search')
  await expect(page.getByText(email)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/^[^?]*\/search/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})

test('flags without a session are forgotten where the server knows better', async ({
  open,
  page,
  expectRefusal,
}) => {
  await signIn(page)
  // The page may ask for the cart of the account in its flags before the form has loaded and removes them.
  expectRefusal(401)
  await page.context().clearCookies()
  await open('/signin')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a sign-in page whose code comes late does not undo a sign-in in another tab (A40)', async ({
  open,
  page,
}) => {
  await open('/signin')
  const late = await page.context().newPage()
  const come = await holdRequests(late, '**/static/js/SignInForm.*.js')
  await late.goto('/signin')
  await signInByCall(page)
  const asked = late.waitForResponse('**/api/cart?*')
  come()
  await islandsLive(late)
  expect((await asked).status()).toBe(200)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await late.close()
})

test('whoever is signed in may keep a cart and a list, review, check out and see orders, and no desk (S-001 S-151)', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(404)
  const { id } = await signIn(page)
  await open('/search?q=besan')
  const statuses = await page.evaluate(async (userId) => {
    const ask = async (path: string, method: string, body: object) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      return (await fetch(path, { method, headers, body: JSON.stringify(body) })).status
    }
    const isadmin = true
    return [
      await ask('/api/mylist/add', 'POST', { productid: 'fine-besan', userid: userId }),
      await ask('/api/productreviews/add', 'POST', {
        // No other test counts this product's reviews.
        ...{ productid: 'green-raisins', customerid: userId, customername: 'Asha Rao' },
        ...{ review: 'Good.', customerrating: 5 },
      }),
      await ask(`/api/user/${userId}`, 'PUT', { name: 'Asha', phone: '9876543210', isadmin }),
    ]
  }, id)
  expect(statuses).toEqual([200, 200, 200])
  for (const path of ['/cart', '/mylist', '/orders', '/myaccount']) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(page).toHaveURL(path)
  }
  expect((await page.goto('/desk'))?.status()).toBe(404)
})

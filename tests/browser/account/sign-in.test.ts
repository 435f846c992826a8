import { newShopper, signUp } from '#tests/browser/kit/accounts.ts'
import { expectFit, PHONE } from '#tests/browser/kit/both-widths.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { leavesAfter, stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

for (const path of ['/signin', '/signup', '/verifyotp', '/forgot']) {
  test(`${path} at 360 and 1280 px stands alone on the screen, without accessibility faults`, async ({
    open,
    page,
    axe,
  }) => {
    await page.setViewportSize(PHONE)
    await open(path)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expectFit(page, axe)
  })
}

test('the sign-in screen has its fields, its button and its ways on (S-003 S-012 S-078)', async ({
  open,
  page,
}) => {
  await open('/signin')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  const password = page.getByLabel('Password')
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot Password?' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Not Registered?' })).toHaveAttribute(
    'href',
    '/signup',
  )
})

test('the sign-up screen has its fields in their kinds, and its ways on (S-013 S-081 S-082)', async ({
  open,
  page,
}) => {
  await open('/signup')
  await expect(page.getByLabel('Name')).toHaveAttribute('autocomplete', 'name')
  await expect(page.getByLabel('Phone number')).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.getByRole('link', { name: 'Already Registered?' })).toHaveAttribute(
    'href',
    '/signin',
  )
  await expect(page.getByRole('link', { name: 'Forgot Password?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
})

test('Cancel leads home, where header and footer are again (S-080 S-082)', async ({
  open,
  page,
}) => {
  for (const path of ['/signin', '/signup']) {
    await open(path)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  }
})

test('whoever signs in from a list, or cancels, is back there (S-080 S-082 S-130)', async ({
  open,
  page,
}) => {
  const { email, password } = await signUp(page)
  const signInLink = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
  await open('/category/rice-grains')
  await signInLink.click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/category/rice-grains')
  await signInLink.click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/category/rice-grains')
  await expect(page.getByRole('banner').locator('.avatar')).toBeVisible()
})

test('what the server says of a sign-up is an alert, and stands beside the field (S-191)', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(400)
  const { name, email, phone } = newShopper()
  await open('/signup')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const why = 'Please choose a password of at least 8 characters!'
  await expect(page.locator('toast-message')).toContainText(why)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(new RegExp(why))
})

test('a blank email is told before a blank password, beside its field (S-136)', async ({
  open,
  page,
}) => {
  await open('/signin')
  const send = page.getByRole('button', { name: 'Sign In' })
  await send.click()
  await expect(page.getByText('Email cannot be blank!')).toBeVisible()
  await expect(page.getByText('Password cannot be blank!')).toHaveCount(0)
  const email = page.getByLabel('Email')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Email cannot be blank!')
  await email.fill('asha@example.com')
  await expect(page.getByText('Email cannot be blank!')).toHaveCount(0)
  await send.click()
  await expect(page.getByText('Password cannot be blank!')).toBeVisible()
  await expect(email).toHaveValue('asha@example.com')
})

test('the sign-up form tells name, email, phone and password in this order (S-137)', async ({
  open,
  page,
}) => {
  await open('/signup')
  const { name, email, phone } = newShopper()
  const steps = [
    ['Name cannot be blank!', 'Name', name],
    ['Email cannot be blank!', 'Email', email],
    ['Phone number cannot be blank!', 'Phone number', phone],
    ['Password cannot be blank!', undefined, ''],
  ] as const
  for (const [message, label, value] of steps) {
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByText('cannot be blank!')).toHaveCount(1)
    if (label) await page.getByLabel(label, { exact: true }).fill(value)
  }
})

test('a visitor signs up, then in, by keyboard (S-104 S-106 S-112 S-114 S-176 S-177 S-194)', async ({
  open,
  page,
}) => {
  const { name, email, phone, password } = newShopper()
  await open('/signup')
  const sent = page.waitForRequest('**/api/user/signup')
  await page.getByLabel('Name').focus()
  for (const value of [name, phone, email, password]) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Sign Up' }).focus()
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ name, email, phone, password, isadmin: false })
  await expect(page.getByText('Registered successfully!')).toBeVisible()
  await expect(page).toHaveURL('/signin')
  expect(await page.evaluate(() => localStorage.getItem('useremail'))).toBe(email)

  const signingIn = page.waitForRequest('**/api/user/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  expect((await signingIn).postDataJSON()).toEqual({ email, password, isadmin: false })
  await expect(page.getByText('Loggedin successfully!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').locator('.avatar')).toHaveText('A')
  const stored = await page.evaluate(() => ({ ...localStorage }))
  const user = JSON.parse(stored['user'] ?? '') as Record<string, string>
  expect(user).toEqual({ id: user['id'], userid: user['id'], name, email })
  expect(stored['token']).toBeTruthy()
})

test('a wrong password and an unknown mail are refused alike, and nothing typed is lost (S-191 A25)', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(401)
  const { email } = await signUp(page)
  for (const tried of [email, newShopper().email]) {
    await open('/signin')
    await page.getByLabel('Email').fill(tried)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.locator('toast-message')).toContainText('Invalid email or password!')
    const why = page.getByRole('main').getByText('Invalid email or password!')
    await expect(why).toBeVisible()
    // The toast has it read out, once.
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByLabel('Password')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveValue(tried)
    await expect(page.getByLabel('Password')).toHaveValue('not the password')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  }
})

test('who goes on to the password while the form becomes live stays there', async ({ page }) => {
  const release = await holdRequests(page, '**/static/js/client.*')
  // Focuses the password just before React, which has taken over, restores what was typed earlier.
  await page.addInitScript(() => {
    const goOn = () => document.querySelector<HTMLInputElement>('[name=password]')?.focus()
    addEventListener('island-live', goOn, { capture: true })
  })
  await page.goto('/signin')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('asha@example.com')
  await expect(page.getByRole('button', { name: 'Show what I type' })).toHaveCount(0)
  release()
  await expect(page.getByRole('button', { name: 'Show what I type' })).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.type('mangoes')
  await expect(page.getByLabel('Password')).toHaveValue('mangoes')
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')
})

test('a sign-up says so, and leads to the sign-in after a second (S-131)', async ({
  open,
  page,
}) => {
  const { name, email, phone, password } = newShopper()
  await page.clock.install()
  await open('/signup')
  for (const [label, value] of Object.entries({ Name: name, Email: email, Password: password })) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByLabel(/Phone/).fill(phone)
  await stopClock(page)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Registered successfully!')).toBeVisible()
  await leavesAfter(page, 1000, '/signin')
})

test('a sign-in after a refused one is told at once, not after the refusal (S-130)', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(401)
  const { email, password } = await signUp(page)
  await open('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  const why = page.getByRole('main').getByText('Invalid email or password!')
  await expect(why).toBeVisible()
  await page.getByLabel('Password').fill(password)
  const said = expect(page.getByText('Loggedin successfully!')).toBeVisible()
  await page.keyboard.press('Enter')
  await said
  await expect(why).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('the cover goes when the network drops, and the form can be sent again (S-080 S-192)', async ({
  open,
  page,
  problems,
}) => {
  const shopper = await signUp(page)
  await open('/signin')
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password').fill(shopper.password)
  let drop = (): void => {}
  const isDropped = new Promise<void>((resolve) => {
    drop = resolve
  })
  await page.route('**/api/user/signin', async (route) => {
    await isDropped
    await route.abort('connectionfailed')
  })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.locator('form[aria-busy=true]')).toBeVisible()
  drop()
  await expect(page.getByText('User not Found!')).toBeVisible()
  await expect(page.locator('form[aria-busy]')).toHaveCount(0)
  await page.unroute('**/api/user/signin')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  // The browser's line, and our log's (S-152), about the call that the test dropped.
  problems.splice(0)
})

test('a password can be looked at, and is a password again when it is sent', async ({
  open,
  page,
}) => {
  await open('/signin')
  const password = page.getByLabel('Password')
  await password.fill('monsoon mango')
  await page.getByRole('button', { name: 'Show what I type' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  // The name says what a press does: 'pressed' beside it would say the opposite.
  const hide = page.getByRole('button', { name: 'Hide what I type' })
  await expect(hide).not.toHaveAttribute('aria-pressed')
  await hide.click()
  await expect(password).toHaveAttribute('type', 'password')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor signs up and in by the forms alone (S-136 S-137 S-194)', async ({ page }) => {
    const { name, email, phone, password } = newShopper()
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Name cannot be blank!')).toHaveCount(1)
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Email cannot be blank!')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('Registered successfully!')).toBeVisible()

    await page.goto('/signin?next=/search')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Invalid email or password!')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/search')
    await expect(page.getByText('Loggedin successfully!')).toBeVisible()
  })
})

test('a form that was sent before its script came signs this browser in as well', async ({
  open,
  page,
  problems,
}) => {
  const { email, password } = await signUp(page)
  await page.route('**/static/js/SignInForm*', (route) => route.abort())
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').locator('.avatar')).toHaveText('A')
  await expect(page.getByText('Loggedin successfully!')).toBeVisible()
  await open('/search')
  await expect(page.getByRole('banner').locator('.avatar')).toHaveText('A')
  // The browser's line about the script that the test held back.
  problems.splice(0)
})

test('two taps before the script has come sign in once', async ({ page }) => {
  const { email, password } = await signUp(page)
  const come = await holdRequests(page, '**/static/js/react.*.js')
  const sent: string[] = []
  page.on('request', (request) => void sent.push(new URL(request.url()).pathname))
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).dblclick()
  come()
  await expect(page).toHaveURL('/')
  expect(sent.filter((path) => path === '/api/user/signin')).toHaveLength(1)
})

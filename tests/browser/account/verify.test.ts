import { newShopper, signIn, signUp } from '#tests/browser/kit/accounts.ts'
import { mailsTo, mailTo } from '#tests/browser/kit/mails.ts'
import { expect, test } from '#tests/browser/test.ts'

test('the code that was mailed verifies the mail (S-017 S-095 S-134 S-147 S-182 S-198)', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(400)
  const { email, name, phone, password } = newShopper()
  await open('/signup')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/signin')
  await page.getByRole('link', { name: 'Enter the code we emailed you' }).click()
  await expect(page.getByText(`OTP has been sent to ${email}`)).toBeVisible()

  const code = page.getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  const verify = page.getByRole('button', { name: 'Verify OTP' })
  await code.fill('12345')
  await verify.click()
  await expect(page.getByText('Please enter the 6-digit code!')).toBeVisible()

  const mail = await mailTo(email, 'is your code')
  const right = /Subject: (\d{6})/.exec(mail)?.[1] ?? ''
  const wrong = right === '111111' ? '222222' : '111111'
  await code.fill(wrong)
  await verify.click()
  await expect(page.locator('toast-message')).toContainText('This code is wrong or has expired!')
  await expect(code).toHaveAccessibleDescription(/This code is wrong or has expired!/)
  await expect(code).toHaveValue(wrong)

  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  const sent = page.waitForRequest('**/api/user/verifyemail')
  // The message is shown for only a second, so it is awaited from before the press.
  const said = expect(page.getByText('Email verified successfully!')).toBeVisible()
  await page.keyboard.press('Enter')
  await said
  expect((await sent).postDataJSON()).toEqual({ email, otp: right })
  await expect(page).toHaveURL('/signin')
  expect(await page.evaluate(() => localStorage.getItem('useremail'))).toBeNull()
})

test('a code for another address than this browser remembers is taken (S-095)', async ({
  open,
  page,
}) => {
  await open('/location')
  const { email } = await signUp(page)
  await page.evaluate(() => localStorage.setItem('useremail', 'asha.old@example.com'))
  await open('/verifyotp')
  await expect(page.getByText('OTP has been sent to asha.old@example.com')).toBeVisible()
  const code = /Subject: (\d{6})/.exec(await mailTo(email, 'is your code'))?.[1] ?? ''
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(page).toHaveURL('/signin')

  const shopper = await signIn(page)
  await page.evaluate(() => localStorage.setItem('useremail', 'asha.old@example.com'))
  await open('/verifyotp')
  await expect(page.getByText(`OTP has been sent to ${shopper.email}`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email)
})

test('Resend OTP asks for the mail, and has a new code sent (S-095)', async ({ open, page }) => {
  const { email } = await signUp(page)
  await open('/verifyotp')
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByText('Email cannot be blank!')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(
    page.getByText('If this email can be verified, a new code is on its way!'),
  ).toBeVisible()
})

test('a forgotten password is chosen anew by a mailed link, once, and ends every session', async ({
  browser,
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(400)
  const { email } = await signUp(page)
  await open('/signin')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(
    page.getByText('If there is an account for this email, a link is on its way!'),
  ).toBeVisible()
  // The answer stays in place of the form when the toast has gone.
  const answer = page.getByText(`If there is an account for ${email}, a link is on its way.`)
  await expect(answer).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  const again = page.waitForResponse('**/api/user/forgot')
  await page.getByRole('button', { name: 'Send again' }).click()
  expect((await again).request().postDataJSON()).toMatchObject({ email })
  await expect(answer).toBeVisible()
  await expect(page.getByRole('link', { name: 'Use another email address' })).toBeVisible()

  // The newer link replaces the older one.
  await expect.poll(() => mailsTo(email, 'A new password').length).toBe(2)
  const mail = await mailTo(email, 'A new password')
  const link = /http:\S+\/reset#token=[\w-]+/.exec(mail)?.[0] ?? ''
  await page.goto(link)
  // The secret is removed from the address, and so from history and screenshots (A39).
  await expect(page).toHaveURL('/reset')
  await page.getByLabel('New Password').fill('short')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Please choose a password of at least 8 characters!')).toBeVisible()
  await page.getByLabel('New Password').fill('winter lentils 12')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(page).toHaveURL('/signin')

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link)
  await elsewhere.getByLabel('New Password').fill('autumn lentils 13')
  await elsewhere.getByRole('button', { name: 'Save the new password' }).click()
  // It stays on the page when the toast has gone, with the way to a new link.
  const used = elsewhere
    .getByRole('paragraph')
    .filter({ hasText: 'has already been used or has expired' })
  await expect(used.getByRole('link', { name: 'Send a new link' })).toBeVisible()
  await used.getByRole('link', { name: 'Send a new link' }).click()
  await expect(elsewhere).toHaveURL('/forgot')
  await elsewhere.context().close()

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('winter lentils 12')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
})

test('/reset without a link says what to do, and has no accessibility faults', async ({
  open,
  page,
  axe,
}) => {
  await open('/reset')
  await expect(page.getByText('Please open this page from the link in our email.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
  expect(await axe()).toEqual([])
})

test('screens with secrets tell no other site where they were (H4 A39)', async ({
  page,
  request,
}) => {
  for (const path of ['/reset', '/verifyotp', '/forgot']) {
    const { 'referrer-policy': policy } = (await request.get(path)).headers()
    expect(policy).toBe('no-referrer')
  }
  for (const path of ['/signin', '/signup']) {
    const { 'cross-origin-opener-policy': policy } = (await request.get(path)).headers()
    expect(policy).toBe('same-origin-allow-popups')
  }
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: /google/i })).toHaveCount(0)
})

test('screens of accounts are kept by no cache (H12 A40)', async ({ page }) => {
  await signIn(page)
  const answer = await page.goto('/myaccount')
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a code is entered and a password reset by the forms alone', async ({ page, baseURL }) => {
    const shopper = newShopper()
    await page.request.post('/api/user/signup', {
      data: shopper,
      headers: { origin: baseURL ?? '' },
    })
    const code = /Subject: (\d{6})/.exec(await mailTo(shopper.email, 'is your code'))?.[1] ?? ''
    await page.goto('/verifyotp')
    await page.getByLabel('Email').fill(shopper.email)
    await page.getByLabel('6-digit code').fill('000')
    await page.getByRole('button', { name: 'Verify OTP' }).click()
    await expect(page.getByText('This code is wrong or has expired!')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email)
    await page.getByLabel('6-digit code').fill(code)
    await page.getByRole('button', { name: 'Verify OTP' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('Email verified successfully!')).toBeVisible()

    await page.goto('/forgot')
    await page.getByLabel('Email').fill(shopper.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('a link is on its way!')).toBeVisible()
    const mail = await mailTo(shopper.email, 'A new password')
    await page.goto('/reset')
    await page.getByLabel('Code from the link').fill(/#token=([\w-]+)/.exec(mail)?.[1] ?? '')
    await page.getByLabel('New Password').fill('winter lentils 12')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('Password changed successfully! Please sign in.')).toBeVisible()

    // The same link again is told on the page, with the way to a new one.
    await page.goto('/reset')
    await page.getByLabel('Code from the link').fill(/#token=([\w-]+)/.exec(mail)?.[1] ?? '')
    await page.getByLabel('New Password').fill('autumn lentils 13')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page).toHaveURL('/reset')
    await expect(page.getByText('This link has already been used or has expired.')).toBeVisible()
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await expect(page).toHaveURL('/forgot')
  })
})

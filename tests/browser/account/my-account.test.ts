import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signIn, signUp } from '#tests/browser/kit/accounts.ts'
import { expectFit, PHONE } from '#tests/browser/kit/both-widths.ts'
import { settled } from '#tests/browser/kit/settled.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

const PICTURE = join(import.meta.dirname, '../../../catalogue/images/okra.webp')
const LOCAL_TABS = ['password', 'addresses', 'devices', 'delete']

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

test('a visitor is sent from My account to sign in, and back after it (S-016 S-092 S-148)', async ({
  open,
  page,
}) => {
  const shopper = await signUp(page)
  await open('/myaccount?tab=devices')
  await expect(page).toHaveURL('/signin?next=%2Fmyaccount%3Ftab%3Ddevices')
  await expect(page.getByText('Please login first!')).toBeVisible()
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password').fill(shopper.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/myaccount?tab=devices')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
})

test('without the stored token the page itself sends to sign in (S-092 S-149)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/myaccount')
  await expect(page).toHaveURL('/signin?next=%2Fmyaccount')
  await open('/signin')
  expect(await token(page)).toBeNull()
})

test('My account has no accessibility faults at 360 and 1280 px, and fits', async ({
  open,
  page,
  axe,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page)
  for (const tab of ['profile', ...LOCAL_TABS]) {
    await open(`/myaccount?tab=${tab}`)
    await expectFit(page, axe)
  }
})

test('name and phone are changed, and the header knows it (S-093 S-107 S-143 S-179 S-180 S-197)', async ({
  open,
  page,
}) => {
  const { email, id } = await signIn(page)
  await open('/myaccount')
  const profile = page.getByRole('tabpanel', { name: 'Edit Profile' })
  await expect(profile.getByLabel('Email')).toBeDisabled()
  await expect(profile.getByLabel('Email')).toHaveValue(email)
  const name = profile.getByLabel('Name')
  await name.fill('')
  await profile.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Please fill all the details')).toBeVisible()
  await name.fill('Bina Rao')
  await profile.getByLabel('Phone number').fill('')
  await profile.getByRole('button', { name: 'Update Profile' }).click()
  await expect(profile.getByLabel('Phone number')).toBeFocused()
  await expect(page.getByText('Please fill all the details')).toBeVisible()
  await profile.getByLabel('Phone number').fill('9123456780')
  const sent = page.waitForRequest(`**/api/user/${id}`)
  await profile.getByRole('button', { name: 'Update Profile' }).click()
  expect((await sent).method()).toBe('PUT')
  expect((await sent).postDataJSON()).toEqual({ name: 'Bina Rao', email, phone: '9123456780' })
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByRole('banner').locator('.avatar')).toHaveText('B')
  const read = await page.evaluate(
    async (path) => (await fetch(path)).json() as unknown,
    `/api/user/${id}`,
  )
  expect(read).toEqual({ id, name: 'Bina Rao', email, phone: '9123456780', images: [] })
})

test('a chosen picture is shown at once, sent, and kept (S-093 S-146 S-181 S-197)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await page.clock.install()
  await open('/myaccount')
  const input = page.locator('input[type=file]')
  await stopClock(page)
  await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(
    page.getByText('Please upload an image in JPEG, JPG, PNG, or WEBP format!'),
  ).toBeVisible()
  // Whoever points at the message keeps it open: only a newer one of the same picture takes its place.
  await page.getByText('Please upload an image').hover()
  await page.clock.resume()
  await input.setInputFiles(PICTURE)
  const picture = page.getByRole('img', { name: 'Profile picture' })
  await expect(picture).toHaveAttribute('src', /^data:image\/webp/)
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
  await open('/myaccount')
  await expect(picture).toHaveAttribute('src', /^\/uploads\//)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('a picture that the server refuses leaves the old one', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(400)
  await signIn(page)
  await open('/myaccount')
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect(
    page.getByText('Please upload an image in JPEG, JPG, PNG, or WEBP format!'),
  ).toBeVisible()
  await expect(page.getByRole('img', { name: 'Profile picture' })).toHaveCount(0)
  const letter = page.getByRole('tabpanel').getByText('A', { exact: true })
  await expect(letter).toBeVisible()
})

test('a picture that is too large, or does not arrive, is told and can be chosen again (S-093 S-146 S-199)', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal('offline')
  await signIn(page)
  await page.clock.install()
  await open('/myaccount')
  await stopClock(page)
  const input = page.locator('input[type=file]')
  const buffer = Buffer.alloc(5 * 2 ** 20 + 1)
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('Please choose an image of up to 5 MB!')).toBeVisible()

  const unreachable = page.getByText('The shop cannot be reached. Please try again!')
  const picture = page.getByRole('img', { name: 'Profile picture' })
  for (const lost of ['**/account-answers*.js', '**/api/user/uploadfiles']) {
    await page.route(lost, (route) => route.abort('internetdisconnected'))
    await input.setInputFiles(PICTURE)
    await expect(unreachable).toBeVisible()
    await expect(picture).toHaveCount(0)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(unreachable).toBeHidden()
    await page.unroute(lost)
  }
  await input.setInputFiles(PICTURE)
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
  await expect(picture).toBeVisible()
})

test('a password is changed by whoever knows the old one (S-094 S-111 S-144 S-145 S-197 A23)', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(400)
  const { email, id, name, password, phone } = await signIn(page)
  await open('/myaccount')
  await page.getByRole('tab', { name: 'Change Password' }).click()
  await expect(page).toHaveURL('/myaccount?tab=password')
  const panel = page.getByRole('tabpanel', { name: 'Change Password' })
  const [old, next, again] = ['Old Password', 'New Password', 'Confirm Password'].map((label) =>
    panel.getByLabel(label),
  )
  if (!old || !next || !again) throw new Error('Fields are missing')
  const change = panel.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(page.getByText('Please fill all the fields!')).toBeVisible()
  await old.fill('not the old one')
  await change.click()
  await expect(next).toBeFocused()
  await expect(page.getByText('Please fill all the fields!')).toBeVisible()
  await next.fill('winter lentils 12')
  await again.fill('winter lentils 13')
  await change.click()
  await expect(page.getByText('Please confirm valid password!')).toBeVisible()
  await again.fill('winter lentils 12')
  await change.click()
  await expect(old).toHaveAttribute('aria-invalid', 'true')
  await expect(next).toHaveValue('winter lentils 12')
  await old.fill(password)
  const sent = page.waitForRequest(`**/api/user/${id}`)
  await change.click()
  const known = { name, email, phone, images: [] }
  expect((await sent).postDataJSON()).toEqual({ ...known, password, newpass: 'winter lentils 12' })
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(old).toHaveValue('')
})

test('tabs are turned by arrow keys, and each is an address', async ({ open, page }) => {
  await signIn(page)
  await open('/myaccount')
  await page.getByRole('tab', { name: 'Edit Profile' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Change Password' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Change Password' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('tabpanel', { name: 'Delete account' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
})

test('signed out everywhere else, another browser has to sign in again (A28 F47)', async ({
  browser,
  open,
  page,
}) => {
  const shopper = await signUp(page)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, shopper)
  await signIn(page, shopper)
  await open('/myaccount?tab=devices')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('You are signed out everywhere else!')).toBeVisible()
  await expect(page).toHaveURL('/myaccount?tab=devices')
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  await other.goto('/myaccount')
  await expect(other).toHaveURL('/signin?next=%2Fmyaccount')
  await expect.poll(() => token(other)).toBeNull()
  await elsewhere.close()
})

test('signed out in another tab, the page goes to sign in, and so does a write (A40 F47)', async ({
  context,
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(401)
  await signIn(page)
  await open('/myaccount')
  await settled(page)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Please login first!')).toBeVisible()
  await expect(page).toHaveURL('/signin?next=%2Fmyaccount')

  await signIn(page)
  await open('/myaccount')
  const other = await context.newPage()
  await other.goto('/location')
  await other.evaluate(() => localStorage.clear())
  await expect(page).toHaveURL('/signin?next=%2Fmyaccount')
})

test('the back button after signing out shows no personal page (A40)', async ({ open, page }) => {
  await signIn(page)
  await open('/myaccount')
  await page.getByRole('banner').locator('.avatar').click()
  await settled(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
  await page.goBack()
  await expect(page).toHaveURL('/signin?next=%2Fmyaccount')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
})

test('an account is deleted by its password, and nobody can sign in to it', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(400)
  expectRefusal(401)
  const { email, password } = await signIn(page)
  await open('/myaccount?tab=delete')
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('The password is incorrect!')).toBeVisible()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await token(page)).toBeNull()
  await open('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.locator('toast-message')).toContainText('Invalid email or password!')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('My account works by its forms: profile, password, address book, sign out', async ({
    page,
    request,
    baseURL,
  }) => {
    const shopper = { name: 'Asha Rao', phone: '9876543210', password: 'monsoon mango 47' }
    const email = `asha.${process.hrtime.bigint()}@example.com`
    const headers = { origin: baseURL ?? '' }
    await request.post('/api/user/signup', { data: { ...shopper, email }, headers })
    await page.goto('/signin?next=/myaccount')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(shopper.password)
    await page.getByRole('button', { name: 'Sign In' }).click()

    await page.getByLabel('Name').fill('')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await expect(page.getByText('Please fill all the details')).toBeVisible()
    await page.getByLabel('Name').fill('Bina Rao')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()

    await page.getByRole('link', { name: 'Change Password' }).click()
    await page.getByLabel('Old Password').fill(shopper.password)
    await page.getByLabel('New Password').fill('winter lentils 12')
    await page.getByLabel('Confirm Password').fill('winter lentils 13')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('Please confirm valid password!')).toBeVisible()

    await page.getByRole('link', { name: 'Addresses' }).click()
    await expect(page.getByLabel('Full Name')).toHaveValue('Bina Rao')
    await expect(page.getByLabel('Phone Number')).toHaveValue('9876543210')
    await page.getByLabel('Phone Number').fill('')
    await page.getByLabel('House number and street name').fill('12 MG Road')
    await page.getByLabel('Town/City').fill('Pune')
    await page.getByLabel('State').fill('Maharashtra')
    await page.getByLabel('Post Code/PIN Code').fill('411001')
    await page.getByLabel('Post Code/PIN Code').fill('4110')
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText('Phone number cannot be blank!')).toBeVisible()
    await expect(page.getByLabel('Post Code/PIN Code')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Post Code/PIN Code').fill('411001')
    await expect(page.getByLabel('Town/City')).toHaveValue('Pune')
    await page.getByLabel('Phone Number').fill('9876543210')
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText('Address saved successfully!')).toBeVisible()
    await expect(page.getByText('12 MG Road').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByText('Delete 12 MG Road').click()
    await page.getByRole('button', { name: 'Delete this address' }).click()
    await expect(page.getByText('Address deleted successfully!')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('User logout Successfully!')).toBeVisible()
    await page.goto('/myaccount')
    await expect(page).toHaveURL('/signin?next=%2Fmyaccount')
  })
})

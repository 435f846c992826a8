import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { storeReviews } from '#tests/browser/kit/stored-session.ts'
import { expect, test } from '#tests/browser/test.ts'

const toast = (page: Page) => page.locator('toast-message').getByRole('status')
const reviews = (page: Page) => page.getByRole('region', { name: /^Reviews/ })

test('a review appears with its customer, and the form is as new (S-064 S-125 S-140 S-168)', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  await open('/product/masala-chai-blend')
  const text = page.getByRole('textbox', { name: 'Write Your Review...' })
  const star = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(star('1 star')).toBeChecked()
  await text.fill('Strong & <b>fragrant</b>')
  await star('4 stars').check()
  expect(await axe()).toEqual([])
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(toast(page)).toHaveText('Thank you for your review!')
  const own = reviews(page).getByRole('listitem').filter({ hasText: 'Asha Rao' })
  await expect(own).toContainText('Strong & <b>fragrant</b>')
  await expect(own.getByRole('img', { name: 'Rated 4 of 5 stars' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Reviews (1)' })).toBeVisible()
  await expect(text).toHaveValue('')
  await expect(star('1 star')).toBeChecked()
  // The stars are untouched: the first press asks for them and sends nothing.
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('You have not chosen any stars yet.')).toBeVisible()
  await expect(star('1 star')).toBeFocused()
  await expect(star('1 star')).toHaveAccessibleDescription(/^You have not chosen any/)
  expect(await axe()).toEqual([])
  await expect(own.getByRole('img', { name: 'Rated 4 of 5 stars' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(own.getByRole('img', { name: 'Rated 1 of 5 stars' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Reviews (1)' })).toBeVisible()
})

test('what is typed while a review is on its way stays (S-125)', async ({ open, page }) => {
  await signIn(page)
  await open('/product/bamboo-toothbrush')
  const come = await holdRequests(page, '**/api/productreviews/add')
  const text = page.getByRole('textbox', { name: 'Write Your Review...' })
  await text.fill('Strong')
  await page.getByRole('radio', { name: '4 stars', exact: true }).check()
  const sent = page.waitForRequest('**/api/productreviews/add')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await sent
  await text.fill('Strong, and it keeps')
  come()
  await expect(toast(page)).toHaveText('Thank you for your review!')
  await expect(reviews(page).getByRole('listitem').filter({ hasText: 'Asha Rao' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Review' })).toBeEnabled()
  await expect(text).toHaveValue('Strong, and it keeps')
})

test('a review of somebody signed out waits for the sign-in (S-138)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(401)
  await open('/product/rose-sharbat-concentrate')
  await page.getByRole('textbox', { name: 'Write Your Review...' }).fill('Cool')
  // If the stars are untouched, they are asked for once.
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('You have not chosen any stars yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page).toHaveURL(/\/signin\?next=/)
  await signIn(page)
  const found = await page.request.get('/api/productreviews?productid=rose-sharbat-concentrate')
  expect(await found.json()).toMatchObject([{ review: 'Cool', customerrating: 1 }])
})

test('older reviews come below the newer ones, ten at a time', async ({ open, page }) => {
  const path = '/product/soan-papdi?reviews=1'
  await storeReviews(
    'soan-papdi',
    Array.from({ length: 11 }, (_, at) => `Review ${at}`),
  )
  await expect.poll(async () => (await page.request.get(path)).text()).toContain('Review 10')
  await open(path)
  await expect(reviews(page).getByRole('listitem')).toHaveCount(10)
  await expect(reviews(page).getByRole('listitem').first()).toContainText('Review 10')
  await page.getByRole('link', { name: 'Older reviews' }).click()
  await expect(reviews(page).getByRole('listitem')).toHaveCount(11)
  await expect(reviews(page).getByRole('listitem').last()).toContainText('Review 0')
  await expect(page.getByRole('link', { name: 'Older reviews' })).toHaveCount(0)
})

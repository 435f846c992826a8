import { join } from 'node:path'
import { signIn, takeOver } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { openBlank, ownRead } from '#tests/browser/kit/settled.ts'
import { expect, test } from '#tests/browser/test.ts'

const PICTURE = join(import.meta.dirname, '../../../catalogue/images/okra.webp')
const NOTHING_CHANGED = 'You are signed in to another account now, so nothing was changed.'

test('a page of one account makes way for that of another that signs in elsewhere (A40)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  const asha = await signIn(page)
  await open('/myaccount')
  await expect(page.getByLabel('Email')).toHaveValue(asha.email)
  await ownRead(page)
  const other = await context.newPage()
  await openBlank(other)
  const ravi = await takeOver(other, expectRefusal)
  await expect(page.getByLabel('Email')).toHaveValue(ravi.email)
})

test('what is sent from a page of one account changes nothing of another (F47)', async ({
  expectRefusal,
  open,
  page,
}) => {
  await signIn(page)
  await open('/myaccount?tab=addresses')
  await page.getByLabel('House number and street name').fill('12 MG Road')
  await page.getByLabel('Town/City').fill('Pune')
  await page.getByLabel('State').fill('Maharashtra')
  await page.getByLabel('Post Code/PIN Code').fill('411001')
  await takeOver(page, expectRefusal)
  await page.getByRole('tab', { name: 'Edit Profile' }).click()
  await page.locator('input[type=file]').setInputFiles(PICTURE)
  await expect(page.getByText('This belongs to somebody else!')).toBeVisible()
  await page.getByRole('tab', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText(NOTHING_CHANGED)).toBeVisible()
  const read = async (path: string) => (await page.request.get(path)).text()
  expect(await read('/api/user/addresses')).toBe('[]')
  expect(await read('/myaccount')).not.toContain('/uploads/user-')
})

test('cards show nothing of the account that was signed in before, and what is pressed is the new one’s (F47)', async ({
  expectRefusal,
  open,
  page,
}) => {
  const murmura = page.getByRole('listitem').filter({ hasText: 'Murmura Puffed Rice' })
  const counter = murmura.getByRole('group', { name: /^In your cart/ })
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice', { quantity: 3 })
  await open('/category/rice-grains')
  await expect(counter).toHaveText(/3/)
  await takeOver(page, expectRefusal)
  // Without any input, and before its code is there.
  const come = await holdRequests(page, '**/static/js/controls.*.js')
  await page.reload()
  const add = murmura.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' })
  await expect(add).toBeVisible()
  await expect(counter).toBeHidden()
  await add.click()
  come()
  await expect(counter).toHaveText(/1/)
  await expect(cartLink(page)).toContainText('1')
  await expect(async () => expect(await serverCart(page)).toMatchObject([{ quantity: 1 }])).toPass()
})

test('a review that one account changes is written by no other (F47)', async ({
  baseURL,
  expectRefusal,
  page,
}) => {
  await signIn(page)
  const headers = { origin: baseURL ?? '', accept: 'application/json' }
  const data = { productid: 'bajra-flour', review: 'Coarse.', customerrating: 2 }
  const written = await page.request.post('/api/productreviews/add', { data, headers })
  expect(await written.json()).toMatchObject({ error: false })
  await page.goto('/myaccount/reviews')
  await page.getByText('Change', { exact: true }).click()
  await takeOver(page, expectRefusal)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(NOTHING_CHANGED)).toBeVisible()
  await expect(page.getByText('You have not written a review yet.')).toBeVisible()
})

import { expect, test } from '#tests/browser/test.ts'

test('home shows banners, featured categories, featured and new products (S-004)', async ({
  open,
  page,
}) => {
  await open('/')
  for (const name of [
    'Featured Categories',
    'Featured Products',
    'NEW PRODUCTS',
    'Filter Products',
  ]) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Shop now' }).first()).toBeVisible()
})

test('a category tile shows picture and name and leads to the category (S-034)', async ({
  open,
  page,
}) => {
  await open('/')
  const tiles = page.getByRole('region', { name: 'Featured Categories' })
  await tiles.getByRole('link', { name: 'Rice & Grains' }).click()
  await expect(page).toHaveURL('/category/rice-grains')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rice & Grains')
})

test('a tab of Filter Products shows the products of its category (S-037)', async ({
  open,
  page,
}) => {
  await open('/')
  const filter = page.getByRole('region', { name: 'Filter Products' })
  await filter.getByRole('tab', { name: 'Vegetables', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Filter Products' })).toContainText(
    /Tomato|Potato|Onion/,
  )
})

test('category and sub-category share one listing screen (S-005 S-006 S-007)', async ({
  open,
  page,
}) => {
  await open('/category/rice-grains')
  await expect(page.getByRole('heading', { name: 'PRODUCT CATEGORIES' })).toBeAttached()
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Basmati Rice', exact: true })
    .first()
    .click()
  await expect(page).toHaveURL('/subcat/basmati-rice')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Basmati Rice')
  await page.getByRole('link', { name: 'Aged Basmati Rice' }).first().click()
  await expect(page).toHaveURL('/product/aged-basmati-rice')
})

test('a product page shows brand, stars, old price and price with Rs:; description, additional info, reviews and related products follow (S-009 S-057 S-061 S-065)', async ({
  open,
  page,
}) => {
  await open('/product/stone-ground-chakki-atta')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Stone-Ground Chakki Atta')
  await expect(main).toContainText('Suryakhet')
  await expect(main).toContainText('Rs: 64')
  await expect(main).toContainText('Rs: 70')
  await expect(main.getByText('IN STOCK')).toBeVisible()
  await expect(main.getByRole('img', { name: /5 .*stars/ }).first()).toBeVisible()
  for (const name of ['Description', 'Additional info', /^Reviews \(\d+\)$/, 'RELATED PRODUCTS']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
})

test('a pack chosen by its address shows its own price, and keeps the canonical address', async ({
  open,
  page,
}) => {
  await open('/product/fine-besan')
  await expect(page.getByRole('radio', { name: /1 kg/ })).not.toBeChecked()
  await open('/product/fine-besan?variant=1-kg')
  await expect(page.getByRole('radio', { name: /1 kg/ })).toBeChecked()
  await expect(page.getByRole('main')).toContainText('Rs: 118')
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveAttribute('href', /\/product\/fine-besan$/)
})

test('a search by another name finds the product, without JavaScript too (S-008)', async ({
  plainPage: page,
}) => {
  await page.goto('/')
  await page.getByRole('searchbox').fill('tamatar')
  await page.getByRole('search').getByRole('button').click()
  await expect(page).toHaveURL(/\/search\?q=tamatar/)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Tomato/ })
      .first(),
  ).toBeVisible()
})

test('subscribing without JavaScript says so, once as twice, and refuses nonsense (S-039)', async ({
  plainPage: page,
}) => {
  // The element for toasts is on the page, too, but stays empty without scripts.
  const said = page.getByRole('status').filter({ hasText: /\S/ })
  for (let time = 0; time < 2; time++) {
    await page.goto('/')
    await page.getByRole('textbox', { name: /email/i }).fill('asha@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(said).toBeInViewport({ ratio: 1 })
    await expect(said).not.toContainText(/valid/)
  }
  await page.getByRole('textbox', { name: /email/i }).fill(`${'a'.repeat(250)}@example.com`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(said).toContainText(/valid/)
  await page.reload()
  await expect(said).toHaveCount(0)
})

test('a card says ₹ and whole stars from 1 to 5, a product page Rs: (S-002 S-200)', async ({
  open,
  page,
}) => {
  const main = page.getByRole('main')
  await open('/category/rice-grains')
  await expect(main.getByText(/^\s*₹149/).first()).toBeVisible()
  const ratings = main.getByRole('img', { name: /stars?/ })
  const names = await ratings.evaluateAll((stars) => stars.map((star) => star.ariaLabel))
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) expect(name).toMatch(/\b[1-5] (of|out of) 5\b/)
  await open('/product/aged-basmati-rice')
  await expect(main.getByText(/Rs: 149/).first()).toBeVisible()
})

test('hashed scripts and styles of the build lie under /static/js and never change (S-204)', async ({
  page,
  open,
}) => {
  const assets: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname)) assets.push(pathname)
    if (pathname.startsWith('/static/js/')) {
      expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })
  await open('/')
  await page.mouse.move(10, 10)
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().click()
  await expect(page.getByRole('main')).toBeVisible()
  for (const asset of assets) expect(asset).toMatch(/^\/static\/js\//)
})

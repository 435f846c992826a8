import { PHONE, sideways } from '#tests/browser/kit/both-widths.ts'
import { readOutbox } from '#tests/browser/kit/mails.ts'
import { expect, test } from '#tests/browser/test.ts'

const PAGES = ['/about', '/delivery', '/returns', '/privacy', '/terms', '/faq', '/contact']
const ARTICLES = ['which-dal-for-what', 'keep-spices-fragrant', 'atta-for-soft-rotis']
const ALL = [...PAGES, '/blog', ...ARTICLES.map((id) => `/blog/${id}`)]

for (const path of ALL) {
  test(`${path} has one heading, a text, no accessibility faults, and fits a phone without scrolling sideways (S-029 S-041)`, async ({
    open,
    page,
    axe,
  }) => {
    await open(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${path}$`),
    )
    const words = (await page.getByRole('main').innerText()).split(/\s+/).length
    expect(words).toBeGreaterThan(path.startsWith('/blog/') ? 250 : 50)
    expect(await axe()).toEqual([])
    await page.setViewportSize(PHONE)
    expect(await sideways(page)).toBe(0)
  })
}

test('words of the shop are set as text: paragraphs apart, lists with bullets, links underlined', async ({
  open,
  page,
}) => {
  await open('/delivery')
  const words = page.locator('.prose')
  await expect(words.locator('p + p, ul + p, p + ul, h2 + p').first()).not.toHaveCSS(
    'margin-top',
    '0px',
  )
  await open('/privacy')
  await expect(words.locator('ul').first()).toHaveCSS('list-style-type', 'disc')
  await expect(words.locator('a').first()).toHaveCSS('text-decoration-line', 'underline')
})

test('after the categories the bar goes on with Blog and Contact (S-029)', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await open('/')
  const bar = page.getByRole('navigation', { name: 'Main' }).getByRole('list').last()
  const names = await bar.getByRole('link').allInnerTexts()
  expect(names.slice(-2)).toEqual(['Blog', 'Contact'])
  await bar.getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL('/blog')
  await page.getByRole('link', { name: 'Which dal for what' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which dal for what')
})

test('the footer leads to the pages of the shop, and no link of it is dead (S-041)', async ({
  open,
  page,
}) => {
  await open('/')
  const footer = page.getByRole('contentinfo')
  const hrefs = await footer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  for (const path of PAGES) expect(hrefs).toContain(path)
  const own = new Set(hrefs.filter((href) => href.startsWith('/')))
  expect(own.has('/')).toBe(false)
  for (const path of own) expect((await page.request.get(path)).status()).toBe(200)
})

test('no link of a page or an article is dead, and none leads to another site', async ({
  page,
}) => {
  const found = new Set<string>()
  for (const path of ALL) {
    const html = await (await page.request.get(path)).text()
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    for (const [, href = ''] of main.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) found.add(href)
  }
  expect(found.has('/category/dal-pulses')).toBe(true)
  for (const href of found) {
    if (/^(mailto|tel):/.test(href)) continue
    expect(href).toMatch(/^\//)
    expect((await page.request.get(href)).status(), href).toBe(200)
  }
})

test('another spelling leads to the page, and an unknown one to nowhere', async ({ page }) => {
  const spelled = await page.request.get('/About', { maxRedirects: 0 })
  expect([spelled.status(), spelled.headers()['location']]).toEqual([301, '/about'])
  for (const path of ['/nowhere', '/blog/nowhere', '/pages/about', '/about/more']) {
    expect((await page.request.get(path)).status(), path).toBe(404)
  }
})

test('the blog can be followed by RSS, and the feed names every pack once', async ({ page }) => {
  const rss = await page.request.get('/blog/rss.xml')
  expect(rss.headers()['content-type']).toContain('application/xml')
  expect((await rss.text()).match(/<item>/g)).toHaveLength(ARTICLES.length)
  const feed = await (await page.request.get('/feed.xml')).text()
  const ids = [...feed.matchAll(/<g:id>([^<]*)</g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(180)
  expect(new Set(ids).size).toBe(ids.length)
  const isWhole = await page.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'application/xml')
    return parsed.querySelector('parsererror') === null
  }, feed)
  expect(isWhole).toBe(true)
})

test('what is wrong in a message to the shop stands beside its field, before it is sent', async ({
  axe,
  open,
  page,
}) => {
  await open('/contact')
  const main = page.getByRole('main')
  const [name, email, message] = ['Your name', 'Email address', 'Message'].map((label) =>
    main.getByLabel(label),
  )
  if (!name || !email || !message) throw new Error('The form has three fields')
  await email.fill('asha')
  await message.fill(`Hello${' '.repeat(10)}`)
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/^Please enter your name in one line/)
  await expect(email).toHaveAccessibleDescription('Please enter a valid email!')
  await expect(message).toHaveAccessibleDescription(/10 to 2000 characters/)
  await expect(main.getByText('Please enter a valid email!')).toBeVisible()
  expect(await axe()).toEqual([])

  await name.fill('Asha Rao')
  await expect(main.getByText(/Please enter your name/)).toBeHidden()
  await expect(name).not.toHaveAttribute('aria-invalid')
  await email.fill('asha@example.com')
  await message.fill('Is the atta of this week ground on stone?')
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(page).toHaveURL('/contact#write')
  await expect(page.getByText('Thank you for your message!')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a message to the shop is thanked for once, and lies in the outbox', async ({ page }) => {
    const text = 'Is the atta of this week ground on stone?'
    await page.goto('/contact')
    await page.getByLabel('Your name').fill('Asha Rao')
    await page.getByRole('main').getByLabel('Email address').fill('asha@example.com')
    await page.getByLabel('Message').fill(text)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page).toHaveURL('/contact#write')
    await expect(page.getByText('Thank you for your message!')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: 'Write to us' })).toBeFocused()
    await expect(page.getByLabel('Message')).toHaveValue('')
    await expect.poll(() => readOutbox().some((mail) => mail.includes(text))).toBe(true)
    await page.goto('/contact')
    await expect(page.getByText('Thank you for your message!')).toHaveCount(0)
  })

  test('what is wrong stands beside its field, and nothing that was typed is lost', async ({
    page,
  }) => {
    await page.goto('/contact')
    await page.getByLabel('Your name').fill('Asha Rao')
    await page.getByRole('main').getByLabel('Email address').fill('asha@example.com')
    // The spaces make it long enough for the browser's own check.
    await page.getByLabel('Message').fill(`Hello${' '.repeat(10)}`)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page).toHaveURL('/contact')
    const message = page.getByLabel('Message')
    await expect(message).toHaveAccessibleDescription(/10 to 2000 characters/)
    await expect(message).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Your name')).toHaveValue('Asha Rao')
    await expect(message).toHaveValue(/Hello/)
    await page.goto('/contact')
    await expect(page.getByLabel('Your name')).toHaveValue('')
  })
})

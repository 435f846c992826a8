import type { Page } from '@playwright/test'
import { mailTo } from '#tests/browser/kit/mails.ts'
import { smallTargets } from '#tests/browser/kit/small-targets.ts'
import { expect, test } from '#tests/browser/test.ts'

async function subscribe(page: Page, email: string): Promise<string> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  return mailTo(email, 'Please confirm: the newsletter of')
}

/** The link of that kind in a mail, as a path of the shop. */
function linkIn(mail: string, kind: 'confirm' | 'unsubscribe'): string {
  const [link = ''] = new RegExp(`/newsletter/${kind}\\?[\\w&=-]+`).exec(mail) ?? []
  return link
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('whoever subscribes confirms it from the mail, and leaves the list from the mail (G30 G31)', async ({
  axe,
  open,
  page,
}) => {
  const mail = await subscribe(page, 'newsletter.asha@example.com')
  await open(linkIn(mail, 'confirm'))
  await expect(page.getByText('Send the newsletter to n•••@example.com?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await expect(title(page)).toHaveText('You are on the list')
  await open(linkIn(mail, 'unsubscribe'))
  await expect(page.getByText('No longer send the newsletter to n•••@example.com?')).toBeVisible()
  expect(await axe()).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(title(page)).toHaveText('You are unsubscribed')
  expect(await axe()).toEqual([])
  await open(linkIn(mail, 'confirm'))
  await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await expect(title(page)).toHaveText('This address is not on our list')
})

test('without JavaScript the list is left just so (G31)', async ({ plainPage }) => {
  const mail = await subscribe(plainPage, 'newsletter.ravi@example.com')
  await plainPage.goto(linkIn(mail, 'unsubscribe'))
  await plainPage.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(title(plainPage)).toHaveText('You are unsubscribed')
})

test('a link that was cut off says what else can be done (G31)', async ({
  axe,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(403)
  await open('/newsletter/unsubscribe?to=YXNoYQ')
  await expect(title(page)).toHaveText('This link does not work')
  expect(await axe()).toEqual([])
})

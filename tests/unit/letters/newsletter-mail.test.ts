import { expect, test } from 'vitest'
import { newsletter } from '#lib/server/database/migrations/shoppers/newsletter.ts'
import { newsletterPath, readNewsletterLink } from '#lib/server/letters/newsletter-links.ts'
import { forgetUnconfirmed, subscribeToNewsletter } from '#lib/server/letters/newsletter.ts'
import { runNextJob } from '#lib/server/jobs/run-job.ts'
import { openMailer } from '#lib/server/mail/mailer.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import { type Shop, shopSchema } from '#lib/shop.ts'
import { newShopper, openTestAccounts } from '#tests/support/accounts.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openApi } from '#tests/support/open-api.ts'
import { openMailServer } from '#tests/support/outside/mail-server.ts'

const ASHA = 'asha@example.com'
const NOW = 2_000_000_000_000
const DAY_MS = 86_400_000

const shopOf = (email: string): Shop => shopSchema.parse({ name: 'Sharma Stores', email })

/** Sends all queued mail to a server. @returns the newest mail, unfolded */
async function deliver(
  shop: TestDatabase,
  server: { url: string; received: { source: string }[] },
) {
  const { handle } = openMailer({
    ...{ smtpUrl: server.url, mailFrom: 'shop@example.com', dataDir: shop.dataDir },
    publicUrl: new URL('https://shop.example'),
  })
  const runner = {
    ...{ db: shop.db, handlers: { mail: handle }, owner: 'worker', leaseMs: 10_000 },
    ...{ others: new UnchangedTimer(), now: Date.now, onStep: () => {}, onFailure: () => {} },
  }
  while (await runNextJob(runner));
  const source = server.received.at(-1)?.source ?? ''
  const unfolded = source.replaceAll(/\r\n[ \t]+/g, ' ')
  return {
    header: (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim(),
    body: source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='),
  }
}

forEachDatabase((open) => {
  test('a mail of the newsletter has a link to leave it, for its reader and for mail programs (G31)', async () => {
    await using shop = await open()
    await using server = await openMailServer()
    const { sign } = openTestAccounts(shop).accounts
    const about = { shop: shopOf('shop@example.com'), sign }
    await subscribeToNewsletter(shop.db, { email: ASHA, isTheirs: false }, about, Date.now())
    const mail = await deliver(shop, server)
    expect(mail.header('To')).toBe(ASHA)
    expect(mail.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const [, link = '', mailto] =
      /^<(https:[^>]*)>, <(mailto:[^>]*)>$/.exec(mail.header('List-Unsubscribe') ?? '') ?? []
    expect(mailto).toBe('mailto:shop@example.com?subject=unsubscribe')
    expect(mail.body).toContain(`Unsubscribe: take this address off the list: ${link}`)
    const { origin, pathname, searchParams } = new URL(link)
    expect([origin, pathname]).toEqual(['https://shop.example', '/newsletter/unsubscribe'])
    expect(readNewsletterLink('unsubscribe', searchParams, sign)).toBe(ASHA)
    const confirm = /https:\/\/shop\.example\/newsletter\/confirm\?\S+/.exec(mail.body)?.[0] ?? ''
    expect(readNewsletterLink('confirm', new URL(confirm).searchParams, sign)).toBe(ASHA)
    const other = openTestAccounts(shop, { authSecret: 'another secret' }).accounts.sign
    expect(readNewsletterLink('unsubscribe', searchParams, other), 'of before').toBeUndefined()
    // It could subscribe once, and would be refused today.
    const early = new URL(newsletterPath('unsubscribe', 'keiko.@example.jp', sign), origin)
    expect(readNewsletterLink('unsubscribe', early.searchParams, sign)).toBe('keiko.@example.jp')
  })

  test('a shop without a mail address names the link alone (G31)', async () => {
    await using shop = await open()
    await using server = await openMailServer()
    const { sign } = openTestAccounts(shop).accounts
    const about = { shop: shopOf(''), sign }
    await subscribeToNewsletter(shop.db, { email: ASHA, isTheirs: false }, about, Date.now())
    const mail = await deliver(shop, server)
    expect(mail.header('List-Unsubscribe')).toMatch(/^<https:\/\/shop\.example\/[^>,]*>$/)
  })

  test('no other mail says that it is of a list', async () => {
    await using api = await openApi(open)
    await using server = await openMailServer()
    const body = { name: 'Asha', email: ASHA, message: 'Is the atta fresh today?' }
    const json = JSON.stringify({ name: 'Sharma Stores', email: 'shop@example.com' })
    await api.db.insertInto('shop').values({ id: 1, json }).execute()
    await api.call('POST /api/contact', { body })
    await deliver(api, server)
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual([ASHA, 'shop@example.com'])
    for (const { source } of server.received) expect(source).not.toMatch(/^List-Unsubscribe:/im)
  })

  test('whoever lost the first mail gets it again after a day, and once (G30)', async () => {
    await using shop = await open()
    const about = { shop: shopOf(''), sign: openTestAccounts(shop).accounts.sign }
    const at = (ms: number) =>
      subscribeToNewsletter(shop.db, { email: ASHA, isTheirs: false }, about, ms)
    const mails = async () => (await shop.db.selectFrom('job').select('id').execute()).length
    await at(NOW)
    await at(NOW + DAY_MS - 1)
    expect(await mails()).toBe(1)
    await Promise.all([at(NOW + DAY_MS), at(NOW + DAY_MS), at(NOW + DAY_MS)])
    expect(await mails()).toBe(2)
    await shop.db.updateTable('newsletter').set({ confirmed_at: NOW }).execute()
    await at(NOW + 9 * DAY_MS)
    expect(await mails(), 'who has confirmed is asked no more').toBe(2)
  })

  test('what nobody confirms is forgotten after 30 days, and nothing else (G30)', async () => {
    await using shop = await open()
    const old = NOW - 30 * DAY_MS - 1
    await shop.db
      .insertInto('newsletter')
      .values([
        { email: 'waits@example.com', created_at: old + 1, confirmed_at: null },
        { email: 'silent@example.com', created_at: old, confirmed_at: null },
        { email: 'said@example.com', created_at: old, confirmed_at: old },
      ])
      .execute()
    expect(await forgetUnconfirmed(shop.db, NOW)).toBe(1)
    const rows = await shop.db.selectFrom('newsletter').select('email').orderBy('email').execute()
    expect(rows.map(({ email }) => email)).toEqual(['said@example.com', 'waits@example.com'])
  })

  test('whoever was on the list before anybody was asked stays on it (G30)', async () => {
    await using shop = await open()
    await shop.db.schema.alterTable('newsletter').dropColumn('confirmed_at').execute()
    await shop.db.insertInto('newsletter').values({ email: ASHA, created_at: 7 }).execute()
    await newsletter.up(shop.db)
    const rows = await shop.db.selectFrom('newsletter').selectAll().execute()
    expect(rows).toEqual([{ email: ASHA, created_at: 7, confirmed_at: 7 }])
  })

  test('the confirmed mail of whoever is signed in is asked nothing; any other is (G30)', async () => {
    await using api = await openApi(open)
    const { user } = await newShopper(api, { accounts: api.accounts, email: ASHA })
    const subscribed = async (email: string) => {
      await api.call('POST /api/newsletter', { body: { email }, user })
      const row = api.db.selectFrom('newsletter').select('confirmed_at').where('email', '=', email)
      return (await row.executeTakeFirstOrThrow()).confirmed_at !== null
    }
    expect(await subscribed(ASHA), 'nobody has confirmed the account').toBe(false)
    await api.db.updateTable('user').set({ email_verified: true }).execute()
    expect(await subscribed('ravi@example.com')).toBe(false)
    expect(await subscribed(ASHA)).toBe(true)
    const jobs = await api.db.selectFrom('job').select('payload').execute()
    const mails = jobs.map(({ payload }): unknown => JSON.parse(payload))
    expect(mails).toHaveLength(3)
    for (const mail of [
      { to: ASHA, isTyped: true },
      { to: 'ravi@example.com', isTyped: true },
      { to: ASHA, subject: expect.stringContaining('You subscribed to the newsletter') },
    ]) {
      expect(mails).toContainEqual(expect.objectContaining(mail))
    }
  })
})

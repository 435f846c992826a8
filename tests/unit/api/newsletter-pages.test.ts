import { expect, test } from 'vitest'
import { type LinkKind, newsletterPath } from '#lib/server/letters/newsletter-links.ts'
import { confirmSubscription, subscribeToNewsletter } from '#lib/server/letters/newsletter.ts'
import { shopSchema } from '#lib/shop.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { ask } from '#tests/support/http-front.ts'
import { serveRendered } from '#tests/support/rendered-shop.ts'

const ASHA = 'asha@example.com'
const OWN = { email: 'shop@example.com', name: 'Sharma Stores' }
/** What a mail program sends when its reader presses Unsubscribe (RFC 8058): no cookie, and no page it comes from. */
const ONE_PRESS = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}

/** A shop over the built app, with one subscriber of its newsletter. */
async function openLetters(open: () => Promise<TestDatabase> = openSqlite) {
  const shop = await open()
  await shop.db
    .insertInto('shop')
    .values({ id: 1, json: JSON.stringify(OWN) })
    .execute()
  const at = await serveRendered(shop)
  const { sign } = at.accounts
  const about = { shop: shopSchema.parse(OWN), sign }
  await subscribeToNewsletter(shop.db, { email: ASHA, isTheirs: false }, about, Date.now())
  return {
    ...shop,
    ...at,
    linkOf: (kind: LinkKind, email = ASHA) => newsletterPath(kind, email, sign),
    rows: () => shop.db.selectFrom('newsletter').select(['email', 'confirmed_at']).execute(),
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
    },
  }
}

const heading = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1]
/** The address to which a browser without scripts sends the form of a page. */
const press = (html: string) => /<form action="(\/newsletter[^"]*)" method="post">/.exec(html)?.[1]
const plain = (html: string) => html.replaceAll('&#38;', '&').replaceAll('&amp;', '&')

forEachDatabase((open) => {
  test('the link of a mail asks, and only its button takes the address off the list (G31)', async () => {
    await using shop = await openLetters(open)
    const link = shop.linkOf('unsubscribe')
    for (const method of ['GET', 'HEAD', 'GET']) await ask(shop.server, link, { method })
    expect(await shop.rows(), 'a program has looked through the mail').toHaveLength(1)
    const page = await ask(shop.server, link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('No longer send the newsletter to a•••@example.com?')
    expect(page.text).not.toContain(ASHA)
    const action = press(plain(page.text))
    expect(action).toBe(link)
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: 'null',
    }
    const done = await ask(shop.server, action ?? '', { method: 'POST', headers })
    expect([done.status, heading(done.text)]).toEqual([200, 'You are unsubscribed'])
    expect(await shop.rows()).toEqual([])
    const again = await ask(shop.server, link, { method: 'POST', headers })
    expect([again.status, heading(again.text)], 'pressed twice').toEqual([
      200,
      'You are unsubscribed',
    ])
  })

  test('the button of a mail program takes one address off, and no other (G31)', async () => {
    await using shop = await openLetters(open)
    await shop.db
      .insertInto('newsletter')
      .values({ email: 'ravi@example.com', created_at: 1, confirmed_at: 1 })
      .execute()
    const answer = await ask(shop.server, shop.linkOf('unsubscribe'), ONE_PRESS)
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await shop.rows()).toEqual([{ email: 'ravi@example.com', confirmed_at: 1 }])
  })

  test('only the button of the first mail puts an address on the list (G30)', async () => {
    await using shop = await openLetters(open)
    const link = shop.linkOf('confirm')
    const page = await ask(shop.server, link)
    expect(page.text).toContain('Send the newsletter to a•••@example.com?')
    expect(press(plain(page.text))).toBe(link)
    expect(await shop.rows()).toEqual([{ email: ASHA, confirmed_at: null }])
    const done = await ask(shop.server, link, { method: 'POST' })
    expect([done.status, heading(done.text)]).toEqual([200, 'You are on the list'])
    const [first] = await shop.rows()
    expect(first?.confirmed_at).toEqual(expect.any(Number))
    await confirmSubscription(shop.db, ASHA, 1)
    expect(await shop.rows(), 'the first time counts').toEqual([first])
    await ask(shop.server, shop.linkOf('unsubscribe'), ONE_PRESS)
    const late = await ask(shop.server, link, { method: 'POST' })
    expect(heading(late.text)).toBe('This address is not on our list')
    expect(await shop.rows(), 'an old link brings nobody back').toEqual([])
  })
})

test('whoever is written to about a product that is back can be forgotten, by the button alone', async () => {
  await using shop = await openLetters()
  const mails = [ASHA, 'ravi@example.com']
  const alert = { product_id: 'basmati', pack_label: '', created_at: 1 }
  await shop.db
    .insertInto('stock_alert')
    .values(mails.map((email) => ({ ...alert, id: email, email })))
    .execute()
  const waiting = () => shop.db.selectFrom('stock_alert').select('email').orderBy('email').execute()
  const page = await ask(shop.server, shop.linkOf('alerts'))
  expect([page.status, await waiting()]).toMatchObject([200, [{ email: ASHA }, {}]])
  expect(
    (await ask(shop.server, shop.linkOf('unsubscribe').replace('unsubscribe', 'alerts'), ONE_PRESS))
      .status,
  ).toBe(403)
  const done = await ask(shop.server, press(plain(page.text)) ?? '', ONE_PRESS)
  expect([done.status, heading(done.text)]).toEqual([
    200,
    'Your back-in-stock requests are cancelled',
  ])
  expect(await waiting()).toEqual([{ email: 'ravi@example.com' }])
  expect(await shop.rows(), 'the newsletter is another matter').toHaveLength(1)
})

test('a link that is cut off, of another address or for another end changes nothing, and says so (G31)', async () => {
  await using shop = await openLetters()
  const link = shop.linkOf('unsubscribe')
  const ravi = new URL(shop.linkOf('unsubscribe', 'ravi@example.com'), 'https://shop.example')
  const key = ravi.searchParams.get('key') ?? ''
  for (const bad of [
    '/newsletter/unsubscribe',
    link.slice(0, -1),
    link.replace(/key=.*/, `key=${key}`),
    link.replace(/to=[^&]*/, 'to=%2F%2F'),
    link.replace(/to=[^&]*/, `to=${'A'.repeat(500)}`),
    shop.linkOf('confirm').replace('/confirm', '/unsubscribe'),
  ]) {
    const page = await ask(shop.server, bad)
    expect([page.status, heading(page.text)], bad).toEqual([403, 'This link does not work'])
    expect(page.text).toContain('shop@example.com')
    expect((await ask(shop.server, bad, ONE_PRESS)).status, bad).toBe(403)
  }
  const other = await ask(shop.server, link.replace('/unsubscribe', '/confirm'), { method: 'POST' })
  expect(other.status).toBe(403)
  expect(await shop.rows()).toEqual([{ email: ASHA, confirmed_at: null }])
})

test('no cache, search engine or other site learns who leaves the newsletter (G31 H12)', async () => {
  await using shop = await openLetters()
  for (const kind of ['confirm', 'unsubscribe'] as const) {
    const { headers, text } = await ask(shop.server, shop.linkOf(kind))
    expect(headers['cache-control']).toContain('no-store')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(text).toContain('<meta name="robots" content="noindex">')
  }
})

test('what other programs add to a link does not break it (G31)', async () => {
  await using shop = await openLetters()
  const link = `${shop.linkOf('unsubscribe')}&utm_source=mail`
  const slash = link.replace('unsubscribe?', 'unsubscribe/?')
  expect((await ask(shop.server, slash)).headers.location).toBe(link)
  expect((await ask(shop.server, slash, ONE_PRESS)).status).toBe(200)
  expect(await shop.rows()).toEqual([])
})

test('the buttons of a signed link are pressed from elsewhere too, as by browsers that hide their page (G31 H8)', async () => {
  await using shop = await openLetters()
  const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site', cookie: 'a=b' }
  const confirm = await ask(shop.server, shop.linkOf('confirm'), { method: 'POST', headers })
  expect(confirm.status).toBe(200)
  expect(await shop.rows()).toMatchObject([{ email: ASHA, confirmed_at: expect.any(Number) }])
  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  const sent = new Response(form)
  const type = sent.headers.get('content-type') ?? ''
  const body = Buffer.from(await sent.arrayBuffer())
  const press = { method: 'POST', headers: { ...headers, 'content-type': type }, body }
  expect((await ask(shop.server, shop.linkOf('unsubscribe'), press)).status).toBe(200)
  expect(await shop.rows()).toEqual([])
})

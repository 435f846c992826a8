import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readNewsletterLink } from '#lib/server/letters/newsletter-links.ts'
import { noteRunning } from '#lib/server/settings/running.ts'
import { openSigner } from '#lib/server/settings/signer.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

async function fill({ db }: TestDatabase) {
  await db
    .insertInto('newsletter')
    .values([
      { email: 'ravi@example.com', created_at: 2000, confirmed_at: 3000 },
      { email: 'asha@example.com', created_at: 1000, confirmed_at: 4000 },
      { email: '=cmd@example.com', created_at: 2500, confirmed_at: null },
    ])
    .execute()
}

forEachDatabase((open) => {
  test('the newsletter is listed as plain addresses, with their number beside them (G32)', async () => {
    await using shop = await open()
    expect(await shopOver(shop, 'newsletter')).toEqual({
      code: 0,
      out: '',
      err: '0 subscribers.\n',
    })
    await fill(shop)
    expect(await shopOver(shop, 'newsletter')).toEqual({
      code: 0,
      out: 'asha@example.com\nravi@example.com\n',
      err: '2 subscribers; 1 address not confirmed yet (--all lists them too).\n',
    })
    const all = await shopOver(shop, 'newsletter', '--all')
    expect(all.out).toBe('asha@example.com\nravi@example.com\n=cmd@example.com\n')
  })

  test('a table has the link by which each reader leaves the list (G32 G31)', async () => {
    await using shop = await open()
    await fill(shop)
    const settings = readSettings({ DATA_DIR: shop.dataDir })
    expect(await shopOver(shop, 'newsletter', '--csv')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('no secret to sign links with'),
    })
    expect(existsSync(join(shop.dataDir, 'auth-secret'))).toBe(false)
    // The running shop has another secret than the one that the command finds.
    const forget = noteRunning({ ...settings, databaseUrl: shop.url, authSecret: 'x'.repeat(40) })
    openSigner(settings)
    expect((await shopOver(shop, 'newsletter', '--csv')).err).toContain('another secret')
    forget()
    const { code, out } = await shopOver(shop, 'newsletter', '--csv', '--all')
    expect(code).toBe(0)
    const [head, asha = '', , cmd] = out.split('\r\n')
    expect(head).toBe('email,subscribed,confirmed,unsubscribe')
    const [email, subscribed, confirmed, link = ''] = asha.split(',')
    expect([email, subscribed, confirmed]).toEqual([
      'asha@example.com',
      '1970-01-01T00:00:01.000Z',
      '1970-01-01T00:00:04.000Z',
    ])
    const { origin, searchParams } = new URL(link)
    expect(origin).toBe('http://localhost:4321')
    const sign = openSigner(readSettings({ DATA_DIR: shop.dataDir }))
    expect(readNewsletterLink('unsubscribe', searchParams, sign)).toBe('asha@example.com')
    expect(cmd, 'no spreadsheet takes it for a formula').toMatch(/^'=cmd@example\.com,[^,]*,,http/)
    const json: unknown = JSON.parse((await shopOver(shop, 'newsletter', '--json')).out)
    expect(json).toMatchObject({
      ...{ confirmed: 2, unconfirmed: 1 },
      subscribers: [
        { email: 'asha@example.com', unsubscribe: link },
        { email: 'ravi@example.com' },
      ],
    })
  })

  test('whoever wrote that they want no more is taken off on the command line (G32)', async () => {
    await using shop = await open()
    await fill(shop)
    const remove = (...args: string[]) => shopOver(shop, 'newsletter', '--remove', ...args)
    expect(await remove(' Asha@Example.com ')).toMatchObject({
      code: 0,
      out: 'asha@example.com is off the list.\n',
    })
    expect(await remove('asha@example.com')).toMatchObject({
      code: 1,
      err: 'asha@example.com is not on the list.\n',
    })
    const json: unknown = JSON.parse((await remove('ravi@example.com', '--json')).out)
    expect(json).toEqual({ email: 'ravi@example.com', removed: true })
    expect((await shopOver(shop, 'newsletter')).out).toBe('')
    for (const args of [['--remove', ''], ['--remove', 'a@b.cd', '--csv'], ['asha@example.com']])
      expect((await shopOver(shop, 'newsletter', ...args)).code, args.join(' ')).toBe(2)
    expect((await shopOver(shop, 'newsletter', '--csv', '--json')).code).toBe(2)
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type KeptRoles, withoutRole, withRole } from '#lib/account/roles.ts'
import { changeRoles } from '#lib/server/accounts/change-roles.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { insertUser } from '#tests/support/user-row.ts'
import { shopAt, shopOver } from '#tests/support/shop-in-process.ts'

const rolesIn = async ({ db }: TestDatabase) =>
  (await db.selectFrom('user').select('roles').executeTakeFirstOrThrow()).roles

forEachDatabase((open) => {
  test('only the command line gives roles, and only to somebody who has signed up', async () => {
    await using shop = await open()
    await insertUser(shop, 'asha@example.org')
    expect((await shopOver(shop, 'grant', 'asha@example.org', 'admin')).code).toBe(2)
    expect(await shopOver(shop, 'grant', 'nobody@example.org', 'editor')).toMatchObject({
      code: 1,
      err: 'Nobody has signed up as nobody@example.org. Sign up in the shop first.\n',
    })
    expect(await rolesIn(shop)).toBe('')
    expect((await shopOver(shop, 'grant', 'Asha@Example.org', 'editor')).code).toBe(0)
    expect(await rolesIn(shop)).toBe('editor')
  })

  test('a stranger who signed up with the address first gets no role before somebody is sure (A29)', async () => {
    await using test = await open()
    await insertUser(test, 'asha@example.org')
    await test.db.updateTable('user').set({ email_verified: false }).execute()
    const online = {
      PUBLIC_URL: 'https://shop.example',
      TRUSTED_PROXIES: 'none',
      AUTH_SECRET: 'Xo2vN8qL4sT6wY1zB3dF5gH7jK9mP0rA',
      ALLOW_DEMO_PAYMENTS: 'yes',
    }
    const grant = (...more: string[]) =>
      shopAt(test, online, 'grant', 'Asha@example.org', 'owner', ...more)
    const refused = await grant()
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(
      /signed up on .*21 Nov.*12:00.*never confirmed by mail.*--unconfirmed\.\n$/,
    )
    expect(await rolesIn(test)).toBe('')
    expect((await grant('--unconfirmed')).code).toBe(0)
    expect(await rolesIn(test)).toBe('owner')
    expect((await shopAt(test, online, 'revoke', 'asha@example.org')).code).toBe(0)
    expect((await shopOver(test, 'grant', 'asha@example.org', 'staff')).code, 'at home').toBe(0)
  })

  test('roles add up, are taken back one by one or all at once, and an owner needs no other', async () => {
    await using shop = await open()
    await insertUser(shop, 'asha@example.org')
    const after = async (...args: string[]) => {
      expect((await shopOver(shop, args[0] ?? '', 'asha@example.org', ...args.slice(1))).code).toBe(
        0,
      )
      return rolesIn(shop)
    }
    expect(await after('grant', 'staff')).toBe('staff')
    expect(await after('grant', 'editor')).toBe('editor|staff')
    expect(await after('revoke', 'staff')).toBe('editor')
    expect(await after('grant', 'owner')).toBe('owner')
    expect(await after('revoke')).toBe('')
    const last = await shopOver(shop, 'revoke', 'asha@example.org')
    expect(last.out).toMatch(
      /^asha@example\.org is a shopper now\.\nNobody owns the shop now: .*grant EMAIL owner/,
    )
    expect((await shopOver(shop, 'revoke', 'asha@example.org', 'king')).code).toBe(2)
  })

  test('of two who change the roles of one person at once neither undoes the other', async () => {
    await using shop = await open()
    await insertUser(shop, 'asha@example.org')
    const change = (next: (kept: KeptRoles) => KeptRoles) =>
      changeRoles(shop.db, 'asha@example.org', next)
    for (let round = 0; round < 10; round++) {
      await change(() => 'editor')
      await Promise.all([
        change((kept) => withoutRole(kept, 'editor')),
        change((kept) => withRole(kept, 'staff')),
      ])
      expect(await rolesIn(shop)).toBe('staff')
    }
  })

  test('of two owners who take back the role of each other at once one stays', async () => {
    await using shop = await open()
    const [one, other] = ['asha@example.org', 'ravi@example.org']
    await insertUser(shop, one)
    await insertUser(shop, other)
    const demote = (email: string, by: string) =>
      changeRoles(shop.db, email, (kept) => withoutRole(kept, 'owner'), { by })
    for (let round = 0; round < 10; round++) {
      for (const email of [one, other]) await changeRoles(shop.db, email, () => 'owner')
      const done = await Promise.all([demote(one, other), demote(other, one)])
      expect(done.map(({ ok }) => ok).toSorted()).toEqual([false, true])
      const owners = await shop.db
        .selectFrom('user')
        .select('email')
        .where('roles', '=', 'owner')
        .execute()
      expect(owners).toHaveLength(1)
    }
  })

  test('the database takes no role that there is not', async () => {
    await using shop = await open()
    await insertUser(shop, 'asha@example.org')
    const made = sql`update "user" set roles = 'owner|staff'`.execute(shop.db)
    await expect(made).rejects.toThrow(/check/i)
  })
})

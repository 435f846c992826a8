import { expect, test } from 'vitest'
import { signIn } from '#lib/server/accounts/sign-in.ts'
import { cookieOf, newShopper, openTestAccounts, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

forEachDatabase((open) => {
  test('strangers who guess lock nobody out of a browser that is known (H10a)', async () => {
    await using shop = await open()
    const { accounts } = openTestAccounts(shop)
    const email = 'asha@example.com'
    await newShopper(shop, { accounts, email })
    const enter = (password: string, cookie = '') => {
      const headers = new Headers(cookie === '' ? {} : { cookie })
      const call = { headers, address: undefined, requestId: 'r1' }
      return signIn(accounts, { email, password }, call)
    }
    const first = await enter(PASSWORD)
    const device = cookieOf(first.ok ? first.value.cookies : [])
      .split('; ')
      .find((pair) => pair.startsWith('device='))
    for (let tries = 0; tries < 6; tries++) await enter('a wrong guess of it')
    expect(await enter(PASSWORD), 'elsewhere').toMatchObject({ error: { code: 'tooMany' } })
    expect(await enter(PASSWORD, device), 'at home').toMatchObject({ ok: true })
    const forged = `device=made-up.${device?.split('.')[1]}`
    expect(await enter(PASSWORD, forged)).toMatchObject({ error: { code: 'tooMany' } })
    for (let tries = 0; tries < 6; tries++) await enter('a wrong guess of it', device)
    expect(await enter(PASSWORD, device)).toMatchObject({ error: { code: 'tooMany' } })
  })
})

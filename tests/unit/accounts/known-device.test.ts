import { expect, test } from 'vitest'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import { changePassword } from '#lib/server/accounts/profile.ts'
import { signIn } from '#lib/server/accounts/sign-in.ts'
import { cookieOf, newShopper, openTestAccounts, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { EMAIL, openMailApi, tokenIn } from '#tests/support/outside/mail-api.ts'

const email = 'asha@example.com'
const WRONG = 'a wrong guess of it'

forEachDatabase((open) => {
  test('strangers who guess lock nobody out of a browser that is known (H10a A24)', async () => {
    await using shop = await open()
    const { accounts } = openTestAccounts(shop)
    await newShopper(shop, { accounts, email })
    const enter = entering(accounts)
    const device = await markOf(accounts)
    for (let tries = 0; tries < 6; tries++) await enter(WRONG)
    expect(await enter(PASSWORD), 'elsewhere').toMatchObject({ error: { code: 'tooMany' } })
    expect(await enter(PASSWORD, device), 'at home').toMatchObject({ ok: true })
    const forged = `device=made-up.${device?.split('.')[1]}`
    expect(await enter(PASSWORD, forged)).toMatchObject({ error: { code: 'tooMany' } })
    for (let tries = 0; tries < 6; tries++) await enter(WRONG, device)
    expect(await enter(PASSWORD, device)).toMatchObject({ error: { code: 'tooMany' } })
  })

  test('whoever knew a former password has no tries of their own at the next (A24 A23)', async () => {
    await using shop = await open()
    const { accounts } = openTestAccounts(shop)
    const { user } = await newShopper(shop, { accounts, email })
    const kept = [await markOf(accounts), await markOf(accounts)]
    const next = 'jackfruit by the river'
    const change = { old: PASSWORD, next, areOthersKept: false }
    const done = await changePassword(accounts, user, change)
    const enter = entering(accounts)
    for (let tries = 0; tries < 5; tries++) await enter(WRONG)
    for (const device of kept)
      expect(await enter(WRONG, device)).toMatchObject({ error: { code: 'tooMany' } })
    const here = deviceIn(done.ok ? [done.value.cookie] : [])
    expect(await enter(next, here), 'where it was changed').toMatchObject({ ok: true })
  })

  test('the browser in which a password is set by a mailed link is known at once (A24)', async () => {
    await using api = await openMailApi(open)
    await api.join()
    await api.work()
    await api.post('POST /api/user/forgot', { email: EMAIL })
    const token = tokenIn((await api.work())[0])
    const next = 'jackfruit by the river'
    const set = await api.post('POST /api/user/reset', { token, password: next })
    const enter = entering(api.accounts, EMAIL)
    for (let tries = 0; tries < 6; tries++) await enter(WRONG)
    const here = deviceIn(set.headers.getSetCookie())
    expect(await enter(next, here)).toMatchObject({ ok: true })
  })

  test('however many browsers know an account, together they have so many tries (A24 H10a)', async () => {
    await using shop = await open()
    // A fifth of each limit: one try for each browser, twelve for all that are known.
    const { accounts } = openTestAccounts(shop, { rateScale: 0.2 })
    await newShopper(shop, { accounts, email })
    const enter = entering(accounts)
    const codes: unknown[] = []
    const devices: (string | undefined)[] = []
    for (let at = 0; at < 13; at++) devices.push(await markOf(accounts))
    for (const device of devices) {
      const answer = await enter(WRONG, device)
      codes.push(answer.ok || answer.error.code)
    }
    expect(codes).toEqual([...Array<string>(12).fill('wrongPair'), 'tooMany'])
    expect(await enter(PASSWORD), 'where it is not known').toMatchObject({ ok: true })
  })
})

const entering =
  (accounts: Accounts, as = email) =>
  (password: string, cookie = '') => {
    const headers = new Headers(cookie === '' ? {} : { cookie })
    return signIn(
      accounts,
      { email: as, password },
      { headers, address: undefined, requestId: 'r1' },
    )
  }

/** The cookie by which a browser is known in which the owner has just signed in. */
async function markOf(accounts: Accounts): Promise<string | undefined> {
  const opened = await entering(accounts)(PASSWORD)
  return deviceIn(opened.ok ? opened.value.cookies : [])
}

const deviceIn = (cookies: string[]): string | undefined =>
  cookieOf(cookies)
    .split('; ')
    .find((pair) => pair.startsWith('device='))

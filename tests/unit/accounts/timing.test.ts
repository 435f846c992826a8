import { expect, test } from 'vitest'
import type { Passwords } from '#lib/server/accounts/passwords.ts'
import { newShopper } from '#tests/support/accounts.ts'
import type { Line } from '#tests/support/api-front.ts'
import { EMAIL, openMailApi } from '#tests/support/outside/mail-api.ts'

/** Known and unknown addresses take turns, so that a busy machine slows both. */
const PAIRS = 25
/** A hash, which would give it away, takes many times as long as everything else. */
const MAX_APART = 2

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

test.each<[string, Line, Record<string, string>, number]>([
  ['a sign-in', 'POST /api/user/signin', { password: 'a wrong guess' }, 1],
  [
    'a sign-up',
    'POST /api/user/signup',
    { name: 'Asha', phone: '9876543210', password: 'jackfruit by night' },
    1,
  ],
  ['a forgotten password', 'POST /api/user/forgot', {}, 0],
  ['a new code', 'POST /api/user/resendotp', {}, 0],
  ['a code', 'POST /api/user/verifyemail', { otp: '123456' }, 0],
])(
  '%s takes as long and as much work for a mail that nobody has (A25 T26)',
  async (_, endpoint, body, hashes) => {
    await using api = await openMailApi(undefined, { rateScale: 1000 })
    await newShopper(api, { accounts: api.accounts, email: EMAIL })
    await api.post('POST /api/user/resendotp', { email: EMAIL })
    await api.work()
    // The known address has a code that counts the tries: reset them.
    const renew = api.db.updateTable('account_code').set({ tries: 0 })
    const hashed = countHashes(api.accounts.passwords)
    const ask = async (email: string) => {
      const before = hashed()
      const start = performance.now()
      const answer = await api.post(endpoint, { ...body, email })
      const ms = performance.now() - start
      return { ms, told: [answer.status, await answer.text(), hashed() - before] }
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let count = 0; count < PAIRS; count++) {
      await renew.execute()
      const one = await ask(EMAIL)
      const other = await ask(`nobody${count}@example.com`)
      expect(other.told).toEqual(one.told)
      expect(one.told.at(-1)).toBe(hashes)
      known.push(one.ms)
      unknown.push(other.ms)
    }
    const ratio = median(known) / median(unknown)
    expect(ratio).toBeLessThan(MAX_APART)
    expect(ratio).toBeGreaterThan(1 / MAX_APART)
  },
  120_000,
)

/** Counts the hashes that are made or checked, which still happen. */
function countHashes(passwords: Passwords): () => number {
  let count = 0
  const hash = passwords.hash.bind(passwords)
  const verify = passwords.verify.bind(passwords)
  passwords.hash = (password) => {
    count += 1
    return hash(password)
  }
  passwords.verify = (password, kept) => {
    count += 1
    return verify(password, kept)
  }
  return () => count
}

import { expect, test } from 'vitest'
import { queueAccountMail } from '#lib/server/accounts/jobs.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { PASSWORD } from '#tests/support/accounts.ts'
import { codeIn, EMAIL, openMailApi, tokenIn } from '#tests/support/outside/mail-api.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

/** What a stranger would like the shop to write to others. */
const WORDS = 'Win Rs 5000 at evil.example'

forEachDatabase((open) => {
  test('a mail to an unconfirmed address has nothing in it that a stranger typed (A06 A25)', async () => {
    await using api = await openMailApi(open)
    const phone = '9876543210'
    await api.post('POST /api/user/signup', {
      name: WORDS,
      email: EMAIL,
      phone,
      password: PASSWORD,
    })
    for (const about of ['taken', 'reset', 'changed'] as const) {
      await api.db.transaction().execute((trx) => queueAccountMail(trx, { about, email: EMAIL }))
    }
    const mails = await api.work()
    expect(mails).toHaveLength(4)
    expect(JSON.stringify(mails)).not.toContain('evil.example')
  })

  test('nor has a mail to whoever takes over what a stranger signed up, by code or by link (A06 T19)', async () => {
    const body = { name: WORDS, email: EMAIL, phone: '9876543210', password: PASSWORD }
    for (const way of ['code', 'link'] as const) {
      await using api = await openMailApi(open)
      await api.post('POST /api/user/signup', body)
      if (way === 'code') {
        const otp = codeIn((await api.work())[0])
        await api.post('POST /api/user/verifyemail', { otp, email: EMAIL })
      } else {
        await api.post('POST /api/user/forgot', { email: EMAIL })
        const token = tokenIn((await api.work()).at(-1))
        const password = 'jackfruit by the river'
        await api.post('POST /api/user/reset', { token, password })
      }
      const mails = await api.work()
      expect(mails, way).toHaveLength(1)
      expect(JSON.stringify(mails)).not.toContain('evil.example')
    }
  })

  test('nor has the confirmation of an order that such an account places (A06)', async () => {
    await using shop = await openPaidShop(open)
    await shop.db.updateTable('user').set({ email_verified: false, name: WORDS }).execute()
    await shop.put(shop.asha.id)
    const typed = { fullname: WORDS, streetaddressline1: WORDS, city: WORDS, note: WORDS }
    const made = await shop.begin(shop.asha, typed)
    if (made.kind !== 'attempt') throw new Error(made.kind)
    const { proof } = shop.standIn.pay(made.attempt.orderid)
    expect(await shop.confirm(made.attempt.attempt, proof)).toMatchObject({ kind: 'order' })
    const mails = await shop.mails()
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).not.toContain('evil.example')
  })
})

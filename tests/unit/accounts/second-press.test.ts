import { expect, test } from 'vitest'
import { newShopper, sessionOf } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openApi } from '#tests/support/open-api.ts'
import { ledTo } from '#tests/support/shoppers.ts'

const HOME = {
  ...{ fullname: 'Asha Rao', country: 'India', streetaddressline1: '12 Temple Road' },
  ...{ city: 'Pune', state: 'Maharashtra', zipcode: '411001', phonenumber: '9876543210' },
}

forEachDatabase((open) => {
  test('a second press on removing an address or signing out a device leads where the first did, and says the same (A28)', async () => {
    await using api = await openApi(open)
    const asha = await newShopper(api, { accounts: api.accounts, email: 'asha@example.com' })
    const headers = { cookie: asha.cookie }
    const added = await api.call('POST /api/user/addresses', { headers, body: HOME })
    const { _id: address }: { _id: string } = await added.json()
    const { user: elsewhere } = await sessionOf(api.accounts, asha.user.email)
    for (const [line, id, tab] of [
      ['DELETE /api/user/addresses/[id]', address, 'addresses'],
      ['DELETE /api/user/sessions/[id]', elsewhere.sessionId, 'devices'],
    ] as const) {
      const next = `/myaccount?tab=${tab}`
      const call = { headers, params: { id }, body: { next } }
      const press = async () => ledTo(await api.call(line, { ...call, accept: 'text/html' }))
      const first = await press()
      expect(first).toMatchObject({ code: 303, said: { error: false } })
      expect(first.to).toContain(next)
      expect(await press()).toEqual(first)
      expect((await api.call(line, call)).status, 'a program is told').toBe(404)
    }
  })
})

import { expect, test } from 'vitest'
import { deleteAccount } from '../../src/lib/server/accounts/profile.ts'
import { newShopper, PASSWORD } from './accounts.ts'
import { forEachDatabase, type TestDatabase } from './database.ts'
import { openApi } from './open-api.ts'

const PLACE = {
  fullname: 'Asha Rao',
  country: 'India',
  street1: '12 Temple Road',
  street2: '',
  city: 'Pune',
  region: 'Maharashtra',
  zipcode: '411001',
  phone: '9876543210',
  email: 'asha@example.com',
  note: 'Ring twice',
}

forEachDatabase((open) => {
  test('when an account is deleted orders and reviews stay, without a name where nothing is to be brought', async () => {
    await using api = await openApi(open)
    const { user } = await newShopper(api, api)
    await addOrder(api, user.id, 'done', 'delivered')
    await addOrder(api, user.id, 'open', 'packed')
    const said = { customer_name: 'Asha Rao', text: 'Good', rating: 5, created_at: 1 }
    await api.db
      .insertInto('review')
      .values({ id: 'r1', product_id: 'toor-dal', user_id: user.id, ...said })
      .execute()
    expect(await deleteAccount(api.accounts, user, 'not this')).toMatchObject({ ok: false })
    expect(await deleteAccount(api.accounts, user, PASSWORD)).toEqual({ ok: true })
    const orders = await api.db.selectFrom('orders').selectAll().orderBy('id').execute()
    expect(orders).toMatchObject([
      {
        id: 'done',
        user_id: null,
        fullname: 'A former customer',
        street1: '',
        phone: '',
        email: '',
      },
      { id: 'open', user_id: null, fullname: 'Asha Rao', street1: '12 Temple Road' },
    ])
    expect(orders.map(({ amount_paise, zipcode }) => [amount_paise, zipcode])).toEqual([
      [15_000, '411001'],
      [15_000, '411001'],
    ])
    const review = await api.db.selectFrom('review').selectAll().executeTakeFirstOrThrow()
    expect([review.customer_name, review.text]).toEqual(['A former customer', 'Good'])
    const { names } = await api.db
      .selectFrom('catalogue_change')
      .select('names')
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
    expect(names, 'its page is published anew').toBe('reviews:toor-dal')
  })
})

async function addOrder(
  { db }: TestDatabase,
  userId: string,
  id: string,
  status: 'delivered' | 'packed',
) {
  const shared = { user_id: userId, chain: id, amount_paise: 15_000, created_at: 1, ...PLACE }
  const attempt = { id: `a-${id}`, idempotency_key: id, fingerprint: id }
  await db
    .insertInto('attempt')
    .values({
      ...shared,
      ...attempt,
      currency: 'INR',
      provider: 'cod',
      provider_order_id: null,
      state: 'closed',
      outcome: 'order',
      ...{ hold_until: 1, asked: 0, next_ask_at: 1, closed_at: 1 },
    })
    .execute()
  await db
    .insertInto('orders')
    .values({ ...shared, id, number: id, attempt_id: attempt.id, payment_id: null, status })
    .execute()
}

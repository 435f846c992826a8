import { expect, test } from 'vitest'
import { RETRY_AFTER_MS } from '#lib/server/jobs/queue.ts'
import { queueMail } from '#lib/server/mail/queue-mail.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

const LETTER = { subject: 'Your order is placed', text: 'Thank you.', html: '<p>Thank you.</p>' }

/** Three mails, of which the first was given up, the second waits for a try, and the third has not failed. */
async function fill({ db }: TestDatabase): Promise<string[]> {
  for (const name of ['asha', 'ravi', 'meera']) {
    const mail = { to: `${name}@example.com`, ...LETTER }
    await db.transaction().execute((trx) => queueMail(trx, mail))
  }
  const rows = await db.selectFrom('job').select(['id', 'payload']).execute()
  const ids = ['asha', 'ravi', 'meera'].map(
    (name) => rows.find(({ payload }) => payload.includes(name))?.id ?? '',
  )
  const [asha = '', ravi = ''] = ids
  const failed = { last_error: '535 Wrong password', attempts: 5, failures: 5 }
  const later = Date.now() + (RETRY_AFTER_MS.at(-1) ?? 0)
  await db
    .updateTable('job')
    .set({ ...failed, failed_at: Date.now() })
    .where('id', '=', asha)
    .execute()
  await db
    .updateTable('job')
    .set({ ...failed, run_at: later })
    .where('id', '=', ravi)
    .execute()
  return ids
}

const states = async ({ db }: TestDatabase) => {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'failures', 'failed_at', 'run_at'])
    .execute()
  return new Map(
    rows.map(({ id, failures, failed_at: at, run_at: next }) => [
      id,
      [failures, at !== null, next <= Date.now()],
    ]),
  )
}

forEachDatabase((open) => {
  test('after a mail server was away, the owner sees which mails failed and has them sent (F42)', async () => {
    await using shop = await open()
    const [asha = '', ravi = '', meera = ''] = await fill(shop)
    const list = await shopOver(shop, 'jobs')
    expect(list).toMatchObject({ code: 0, err: '2 jobs failed.\n' })
    expect(list.out).toMatch(
      new RegExp(`^${asha}  mail \\(Your order is placed, to asha@.*, given up .*: 535 Wrong`, 'm'),
    )
    expect(list.out).toMatch(new RegExp(`^${ravi}  mail .*, is tried again .*: 535 Wrong`, 'm'))
    expect(list.out).not.toContain(meera)
    expect((await shopOver(shop, 'jobs', 'retry')).out).toBe('2 jobs tried again now.\n')
    const now = [0, false, true]
    expect(await states(shop)).toEqual(new Map([asha, ravi, meera].map((id) => [id, now])))
  })

  test('one job is tried again, or deleted, by its id; what still has tries is not deleted (F42)', async () => {
    await using shop = await open()
    const [asha = '', ravi = '', meera = ''] = await fill(shop)
    expect((await shopOver(shop, 'jobs', 'retry', ravi)).out).toBe('1 job tried again now.\n')
    expect((await states(shop)).get(asha)).toEqual([5, true, true])
    const drop = await shopOver(shop, 'jobs', 'drop', meera)
    expect(drop).toMatchObject({ code: 1, out: '0 jobs deleted.\n' })
    expect((await shopOver(shop, 'jobs', 'drop', '--json')).out).toBe('{"dropped":1}\n')
    expect([...(await states(shop)).keys()].toSorted()).toEqual([ravi, meera].toSorted())
    expect((await shopOver(shop, 'jobs', 'burn')).code).toBe(2)
  })
})

import { expect, test } from 'vitest'
import type { Mail } from '#lib/server/mail/queue-mail.ts'
import { formCookie, readFormCookie } from '#lib/server/http/form-cookie.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { limitTypedMail } from '#lib/server/accounts/typed-mail.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { allowOf, routeOf } from '#lib/server/http/find-route.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openApi } from '#tests/support/open-api.ts'

const LETTER = { name: 'Asha', email: 'Asha@Example.com ', message: 'Is the atta fresh today?' }
const HTML = 'text/html,*/*'

async function openShop(open?: () => Promise<TestDatabase>) {
  const api = await openApi(open)
  const json = JSON.stringify({ name: 'Sharma Stores', email: 'shop@example.com' })
  await api.db.insertInto('shop').values({ id: 1, json }).execute()
  const send = (body: Record<string, unknown> | undefined, accept?: string) =>
    api.call('POST /api/contact', { body, accept })
  const mails = async (to = 'shop@example.com') => {
    const jobs = await api.db.selectFrom('job').select('payload').execute()
    return jobs.map(({ payload }): Mail => JSON.parse(payload)).filter((mail) => mail.to === to)
  }
  const kept = () => api.db.selectFrom('contact_message').selectAll().execute()
  return { ...api, send, mails, kept }
}

forEachDatabase((open) => {
  test('a message is stored, and mailed to the address of the shop', async () => {
    await using shop = await openShop(open)
    const answer = await shop.send(LETTER)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ error: false })
    expect(await shop.kept()).toMatchObject([
      { name: 'Asha', email: 'asha@example.com', message: LETTER.message },
    ])
    expect(await shop.mails()).toMatchObject([
      {
        to: 'shop@example.com',
        replyTo: { name: 'Asha', address: 'asha@example.com' },
        subject: 'Message from Asha',
        text: expect.stringContaining('> Is the atta fresh today?'),
      },
    ])
  })

  test('whoever writes reads the number of the letter, and gets it by mail, once and without the text (G38)', async () => {
    await using shop = await openShop(open)
    const answers = await Promise.all([shop.send(LETTER), shop.send(LETTER)])
    const [{ msg, number }, again] = await Promise.all(answers.map((answer) => answer.json()))
    expect(number).toMatch(/^\d{4} \d{4}$/)
    expect([msg.includes(number), again.number]).toEqual([true, number])
    const [mail, ...others] = await shop.mails('asha@example.com')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: `We have your message ${number}` })
    expect(mail?.text).not.toContain('atta')
    expect((await shop.mails())[0]?.text).toContain(`Letter ${number}`)
  })

  test('who sends letters in a buyer’s name brings them two mails an hour, and takes none about orders (G38 H10)', async () => {
    await using shop = await openShop(open)
    for (const at of [1, 2, 3]) await shop.send({ ...LETTER, message: `Where is order ${at}?` })
    const mails = await shop.mails('asha@example.com')
    expect([mails.length, (await shop.mails()).length]).toEqual([2, 3])
    const sent: Mail[] = []
    const mail = limitTypedMail(shop.accounts, async ({ payload }) => void sent.push(payload))
    const jobs = await shop.db.selectFrom('job').selectAll().execute()
    for (const job of jobs) await performJob({ mail }, { ...job, attempts: 1 })
    const { typedMail } = ACCOUNT_RULES
    for (let at = 0; at < typedMail.limit; at++)
      expect(await shop.accounts.limits.take(typedMail, 'asha@example.com')).toBe(0)
  })

  test('a message keeps its lines, each break of which a form sends as two characters', async () => {
    await using shop = await openShop(open)
    const lines = ['Is the atta fresh?', '', ...Array.from({ length: 990 }, () => 'x')]
    const sent = await shop.send({ ...LETTER, message: lines.join('\r\n') })
    expect(sent.status).toBe(200)
    expect(await shop.kept()).toMatchObject([{ message: lines.join('\n') }])
    expect(await shop.mails()).toMatchObject([
      { text: expect.stringContaining('> Is the atta fresh?\n> \n> x\n> x\n') },
    ])
  })

  test('a message from an address that no answer can come to is not taken', async () => {
    await using shop = await openShop(open)
    for (const email of ['asha', 'asha@example', 'asha@example.']) {
      expect((await shop.send({ ...LETTER, email })).status).toBe(400)
    }
    expect(await shop.kept()).toEqual([])
  })

  test('a message that is sent twice is one message', async () => {
    await using shop = await openShop(open)
    const answers = await Promise.all([shop.send(LETTER), shop.send(LETTER), shop.send(LETTER)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await shop.kept()).toHaveLength(1)
    expect(await shop.mails()).toHaveLength(1)
    await shop.send({ ...LETTER, idempotencykey: 'another' })
    expect(await shop.kept()).toHaveLength(2)
  })

  test('whoever subscribes to the newsletter gets one mail that asks whether it is meant', async () => {
    await using shop = await openShop(open)
    const subscribe = () =>
      shop.call('POST /api/newsletter', {
        body: { email: 'asha@example.com' },
      })
    const { msg } = (await (await subscribe()).json()) as { msg: string }
    expect(msg).toContain('Please confirm it with the button in the email that we have sent')
    await subscribe()
    expect(await shop.mails('asha@example.com')).toMatchObject([
      { to: 'asha@example.com', subject: 'Please confirm: the newsletter of Sharma Stores' },
    ])
  })
})

test('what a machine fills in is thanked for and thrown away', async () => {
  await using shop = await openShop()
  const answer = await shop.send({ ...LETTER, website: 'https://spam.example' })
  expect(await answer.json()).toMatchObject({ error: false })
  expect(await shop.kept()).toEqual([])
  expect([...(await shop.mails()), ...(await shop.mails('asha@example.com'))]).toEqual([])
})

test.each([
  [undefined, 'name'],
  [{}, 'name'],
  [{ ...LETTER, name: '  ' }, 'name'],
  [{ ...LETTER, name: 'A\r\nBcc: b@example.com' }, 'name'],
  [{ ...LETTER, name: 'A'.repeat(81) }, 'name'],
  [{ ...LETTER, email: 'asha' }, 'email'],
  [{ ...LETTER, email: 'a@example.com, b@example.com' }, 'email'],
  [{ ...LETTER, email: ['a@example.com'] }, 'email'],
  [{ ...LETTER, message: 'Hi' }, 'message'],
  [{ ...LETTER, message: 'x'.repeat(2001) }, 'message'],
])('the contact form refuses %j for its %s (A06)', async (body, field) => {
  await using shop = await openShop()
  const answer = await shop.send(body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: true, field, msg: expect.any(String) })
  expect(await shop.kept()).toEqual([])
})

test('a form without JavaScript is led to its screen, with what was typed and what is wrong', async () => {
  await using shop = await openShop()
  const good = await shop.send(LETTER, HTML)
  expect([good.status, good.headers.get('location')]).toEqual([303, '/contact#write'])
  const bad = await shop.send({ ...LETTER, email: 'asha' }, HTML)
  expect([bad.status, bad.headers.get('location')]).toEqual([303, '/contact'])
  const cookies = bad.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  expect(readFormCookie(cookies.join('; '), '/contact')).toEqual({
    values: { ...LETTER, email: 'asha' },
    faulty: ['email'],
  })
})

test('the cookie of a refused form holds a long text in any script, and never too much', () => {
  const message = 'नमस्ते, क्या ताज़ा आटा है? '.repeat(80).slice(0, 2000)
  const cookie = formCookie('/contact', { values: { message }, faulty: [] })
  expect(cookie.length).toBeLessThan(4096)
  expect(readFormCookie(cookie, '/contact')?.values['message']).toBe(message)
  const noise = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 5))
  const large = formCookie('/contact', { values: { message: noise.join('') }, faulty: ['name'] })
  expect(large.length).toBeLessThan(4096)
  expect(readFormCookie(large, '/contact')).toEqual({ values: {}, faulty: ['name'] })
})

test.each(['form=', 'form=AAAA', `form=${'A'.repeat(5000)}`, 'other=1', ''])(
  'a cookie that is none of ours (%j) is no form',
  (cookie) => expect(readFormCookie(cookie, '/contact')).toBeUndefined(),
)

test('five letters an hour from one address (H10g)', () => {
  expect(routeOf('/api/contact')?.limit).toMatchObject({ limit: 5, windowMs: 3_600_000 })
  expect(allowOf('/api/contact')).toBe('POST')
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inTransaction } from '#lib/server/database/database.ts'
import { countJobs, RETRY_AFTER_MS } from '#lib/server/jobs/queue.ts'
import { type JobRunner, runNextJob } from '#lib/server/jobs/run-job.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import type { Mail } from '#lib/server/mail/queue-mail.ts'
import { openMailer } from '#lib/server/mail/mailer.ts'
import { queueMail } from '#lib/server/mail/queue-mail.ts'
import { smtpOptions } from '#lib/server/mail/smtp.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { openBrokenServer, openMailServer } from '#tests/support/outside/mail-server.ts'

const DAY_MS = 86_400_000
const LETTER: Mail = {
  to: 'asha@example.com',
  subject: 'Ihre Bestellung: दाल',
  ...writeMail({ title: 'Thank you', paragraphs: ['Rs 98 <b>&'], sender: 'Kirana' }),
}

async function queue(shop: TestDatabase, mail: Mail = LETTER): Promise<string> {
  const queued = await inTransaction(shop.db, async (trx) => ({
    ok: true,
    value: await queueMail(trx, mail),
  }))
  if (!queued.ok) throw new Error(queued.error)
  return queued.value
}

/** A worker in a process of its own, whose clock the test moves. */
function workerOf(shop: TestDatabase, smtpUrl?: string) {
  const { handle } = openMailer({
    smtpUrl,
    mailFrom: 'Kirana <shop@example.com>',
    publicUrl: new URL('https://shop.example'),
    dataDir: shop.dataDir,
  })
  const failures: { isFinal: boolean }[] = []
  const clock = { ms: Date.now() }
  const runner: JobRunner = {
    db: shop.db,
    handlers: { mail: handle },
    owner: `worker-${Math.floor(performance.now() * 1000)}`,
    leaseMs: 1000,
    others: new UnchangedTimer(),
    now: () => clock.ms,
    onStep: () => {},
    onFailure: (_job, _error, isFinal) => failures.push({ isFinal }),
  }
  const runAll = async () => {
    while (await runNextJob(runner));
  }
  return { runner, runAll, failures, clock }
}

const outboxOf = ({ dataDir }: TestDatabase) => {
  const folder = join(dataDir, 'outbox')
  return readdirSync(folder).map((name) => ({
    name,
    source: readFileSync(join(folder, name), 'utf8'),
  }))
}

forEachDatabase((open) => {
  test('without SMTP_URL a mail is a file in the outbox, as text and as HTML', async () => {
    await using shop = await open()
    const id = await queue(shop)
    await workerOf(shop).runAll()
    const [mail, ...others] = outboxOf(shop)
    expect(others).toEqual([])
    expect(mail?.name).toMatch(/^[\dTZ-]+.*\.eml$/)
    expect(mail?.source).toContain('To: asha@example.com\r\n')
    expect(mail?.source).toContain('From: Kirana <shop@example.com>\r\n')
    expect(mail?.source).toContain(`Message-ID: <${id}@shop.example>\r\n`)
    expect(mail?.source).toContain('Content-Type: text/plain; charset=utf-8')
    expect(mail?.source).toContain('Content-Type: text/html; charset=utf-8')
    expect(mail?.source).toContain('Rs 98 &lt;b&gt;&amp;')
    expect(await countJobs(shop.db)).toEqual({ waiting: 0, failed: [], lateKinds: [] })
  })

  test('with SMTP_URL the same mail goes to the server', async () => {
    await using shop = await open()
    await using server = await openMailServer()
    await queue(shop)
    await workerOf(shop, server.url).runAll()
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({ from: 'shop@example.com', to: ['asha@example.com'] })
    expect(server.received[0]?.source).toMatch(/^Subject: =\?UTF-8\?/m)
  })

  test('a mail is queued with the change that it tells about, or not at all', async () => {
    await using shop = await open()
    await inTransaction(shop.db, async (trx) => {
      await queueMail(trx, LETTER)
      return { ok: false, error: 'refused' }
    })
    expect(await countJobs(shop.db)).toMatchObject({ waiting: 0 })
  })

  test('a worker that dies at its job is followed by one that does it again (F08)', async () => {
    await using shop = await open()
    await using server = await openMailServer()
    const id = await queue(shop)
    const dying = workerOf(shop, server.url)
    const { handlers } = dying.runner
    const { promise: forever } = Promise.withResolvers<void>()
    // The mail is sent, and the process killed before the job is done.
    dying.runner.handlers = {
      mail: (job) => handlers['mail']?.(job).then(() => forever) ?? forever,
    }
    dying.runner.leaseMs = DAY_MS
    void runNextJob(dying.runner)
    await expect.poll(() => server.received.length).toBe(1)

    const next = workerOf(shop, server.url)
    next.runner.leaseMs = 200
    await next.runAll()
    expect(server.received).toHaveLength(1)
    const sent = () => next.runAll().then(() => server.received.length)
    await expect.poll(sent).toBe(2)
    for (const { source } of server.received) expect(source).toContain(`<${id}@shop.example>`)
    expect(await countJobs(shop.db)).toMatchObject({ waiting: 0 })
  })

  test('a job that met deaths of its process has all its tries after a failure (F08 F42)', async () => {
    await using shop = await open()
    await using server = await openMailServer(() => ({ code: 451, text: 'Try later' }))
    await queue(shop)
    // Taken as often as possible, but neither done nor put back.
    await shop.db.updateTable('job').set({ attempts: 20 }).execute()
    const { clock, failures, runAll } = workerOf(shop, server.url)
    for (const wait of RETRY_AFTER_MS.slice(0, 2)) {
      await runAll()
      clock.ms += wait
    }
    expect(failures).toEqual([{ isFinal: false }, { isFinal: false }])
    const job = await shop.db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    expect(job).toMatchObject({ attempts: 22, failures: 2, failed_at: null })
  })

  test('mails that fail for half an hour are told long before they are given up (F42)', async () => {
    await using shop = await open()
    await using server = await openMailServer(() => ({ code: 535, text: 'Wrong password' }))
    await queue(shop)
    const { clock, runAll } = workerOf(shop, server.url)
    for (const wait of RETRY_AFTER_MS.slice(0, 3)) {
      await runAll()
      clock.ms += wait
    }
    await queue(shop)
    await runAll()
    // One alone may be an address that does not exist; the other was queued just now.
    expect((await countJobs(shop.db)).lateKinds).toEqual([])
    for (const wait of RETRY_AFTER_MS.slice(0, 3)) {
      clock.ms += wait
      await runAll()
    }
    const { failed, lateKinds } = await countJobs(shop.db)
    expect(lateKinds).toEqual([{ kind: 'mail', count: 2, error: expect.stringContaining('535') }])
    expect(failed).toEqual([])
  })

  test('a job that takes its process with it each time is given up (F42)', async () => {
    await using shop = await open()
    await using server = await openMailServer()
    await queue(shop)
    await shop.db.updateTable('job').set({ attempts: 50 }).execute()
    const { failures, runAll } = workerOf(shop, server.url)
    await runAll()
    expect(failures).toEqual([{ isFinal: true }])
    expect(server.received).toEqual([])
  })

  test('two servers on one database send each mail once', async () => {
    await using shop = await open()
    await using server = await openMailServer()
    for (let count = 0; count < 8; count++) await queue(shop)
    const workers = [1, 2].map(() => workerOf(shop, server.url))
    const drain = async () => {
      await Promise.all(workers.map(({ runAll }) => runAll()))
      return (await countJobs(shop.db)).waiting
    }
    // Whoever loses the race for a row tries again later.
    await expect.poll(drain).toBe(0)
    const ids = server.received.map(({ source }) => /^Message-ID: (.*)$/m.exec(source)?.[1])
    expect(new Set(ids).size).toBe(8)
    expect(ids).toHaveLength(8)
  })

  test('a mail that a server refuses is tried again, from a minute to a day, then given up (F42)', async () => {
    await using shop = await open()
    await using server = await openMailServer(() => ({ code: 451, text: 'Try later' }))
    await queue(shop)
    const { clock, failures, runAll } = workerOf(shop, server.url)
    for (const wait of RETRY_AFTER_MS) {
      await runAll()
      clock.ms += wait - 1000
      const before = failures.length
      await runAll()
      expect(failures).toHaveLength(before)
      clock.ms += 1000
    }
    await runAll()
    expect(RETRY_AFTER_MS[0]).toBe(60_000)
    expect(RETRY_AFTER_MS.at(-1)).toBe(DAY_MS)
    expect(failures.map(({ isFinal }) => isFinal)).toEqual([
      ...RETRY_AFTER_MS.map(() => false),
      true,
    ])
    const { waiting, failed } = await countJobs(shop.db)
    expect(waiting).toBe(0)
    expect(failed).toMatchObject([{ kind: 'mail', last_error: expect.stringContaining('451') }])
    clock.ms += DAY_MS
    await runAll()
    expect(failures).toHaveLength(RETRY_AFTER_MS.length + 1)
  })
})

test.each([
  ['refused by 5xx after DATA', () => openMailServer(() => ({ code: 554, text: 'No' }))],
  ['cut before the greeting', () => openBrokenServer((socket) => socket.destroy())],
  ['cut after DATA', () => openBrokenServer(cutAfterData)],
])('a mail that is %s waits for the next try (F42)', async (_what, openServer) => {
  await using shop = await openSqlite()
  await using server = await openServer()
  await queue(shop)
  const { failures, runAll } = workerOf(shop, server.url)
  await runAll()
  expect(failures).toEqual([{ isFinal: false }])
  expect(await countJobs(shop.db)).toMatchObject({ waiting: 1 })
})

test('a mail that the server took after all is not sent again (F42)', async () => {
  await using shop = await openSqlite()
  await using server = await openMailServer((count) =>
    count === 0 ? { code: 451, text: 'Later' } : undefined,
  )
  await queue(shop)
  const { clock, runAll } = workerOf(shop, server.url)
  await runAll()
  clock.ms += 60_000
  await runAll()
  await runAll()
  expect(server.received).toHaveLength(1)
})

test('a code that has run out is not sent any more (F42)', async () => {
  await using shop = await openSqlite()
  await using server = await openMailServer()
  await queue(shop, { ...LETTER, expiresAt: Date.now() - 1 })
  await workerOf(shop, server.url).runAll()
  expect(server.received).toEqual([])
  expect(await countJobs(shop.db)).toEqual({ waiting: 0, failed: [], lateKinds: [] })
})

test.each([
  { to: 'a@example.com\r\nBcc: b@example.com' },
  { to: 'a@example.com, b@example.com' },
  { to: '"a@evil.example"@example.com' },
  { to: 'a(comment)@example.com' },
  { to: 'Asha <a@example.com>' },
  { to: 'a@example.com\0' },
  { to: '' },
  { subject: 'Hello\r\nBcc: b@example.com' },
  { subject: 'Hello\u2028Bcc' },
  { replyTo: { name: 'A\nBcc: b@example.com', address: 'a@example.com' } },
  { replyTo: { name: 'A', address: 'a@example.com>, <b@example.com' } },
])('a mail with %j is refused (A06 T25)', async (part) => {
  await using shop = await openSqlite()
  await expect(queue(shop, { ...LETTER, ...part })).rejects.toThrow()
  expect(await countJobs(shop.db)).toMatchObject({ waiting: 0 })
})

test('a name of many signs stays one header (A06)', async () => {
  await using shop = await openSqlite()
  const replyTo = { name: 'A" <b@example.com>, दाल;', address: 'a@example.com' }
  await queue(shop, { ...LETTER, replyTo })
  await workerOf(shop).runAll()
  const [header = ''] = /^Reply-To: .*(\r\n .*)*/m.exec(outboxOf(shop)[0]?.source ?? '') ?? []
  expect(header).toContain('<a@example.com>')
  expect(header).not.toContain('<b@example.com>')
})

test('mails and passwords go to another server only over TLS, and certificates are checked (A36)', () => {
  expect(smtpOptions('smtp://user:p%40ss@mail.example')).toMatchObject({
    host: 'mail.example',
    port: 587,
    requireTLS: true,
    ignoreTLS: false,
    auth: { user: 'user', pass: 'p@ss' },
  })
  const relay = smtpOptions('smtp://relay.example')
  expect(relay).toMatchObject({ requireTLS: true, ignoreTLS: false })
  expect(smtpOptions('smtp://127.0.0.1:1025')).toMatchObject({ requireTLS: false, ignoreTLS: true })
  const careless = smtpOptions(
    'smtps://u:p@mail.example/?tls.rejectUnauthorized=false&secure=false',
  )
  expect(careless).toMatchObject({ port: 465, secure: true })
  expect(JSON.stringify(careless)).not.toContain('rejectUnauthorized')
})

/** Answers like an SMTP server, and closes the connection when the mail has come in. */
function cutAfterData(socket: import('node:net').Socket): void {
  socket.write('220 ready\r\n')
  let isData = false
  socket.on('data', (chunk) => {
    const text = chunk.toString()
    if (isData) socket.destroy()
    else if (text.startsWith('DATA')) {
      isData = true
      socket.write('354 go on\r\n')
    } else socket.write('250 ok\r\n')
  })
}

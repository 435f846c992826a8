import { once } from 'node:events'
import { createServer, request } from 'node:https'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { openGoogle } from '#lib/server/accounts/google-token.ts'
import { openMailer } from '#lib/server/mail/mailer.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { CLIENT_ID, openOidcServer } from '#tests/support/outside/oidc-server.ts'

const LETTER = { to: 'asha@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const JOB = { id: 'j1', kind: 'mail', payload: '', created_at: 1_800_000_000_000, attempts: 1 }
const SELF_SIGNED = /self.signed certificate|certificate/i

/** A mail server with a self-signed certificate, and what clients have sent to it. */
async function openUntrusted(options: { secure: boolean; disabledCommands?: string[] }) {
  const trusted: string[] = []
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ password }, _, done) {
      trusted.push(password ?? '')
      done(null, { user: 'shop' })
    },
    onData(stream, _, done) {
      trusted.push('a mail')
      stream.resume().on('end', () => done())
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const found = server.server.address()
  return {
    port: typeof found === 'object' && found ? found.port : 0,
    trusted,
    /** The key and certificate that come with the library. */
    tls: { key: server.options.key, cert: server.options.cert },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

test.each([
  ['smtps', { secure: true }, SELF_SIGNED],
  ['smtp', { secure: false }, SELF_SIGNED],
  ['smtp', { secure: false, disabledCommands: ['STARTTLS'] }, /STARTTLS/i],
])('a %s server of %o gets neither password nor mail (A36)', async (scheme, options, reason) => {
  await using server = await openUntrusted(options)
  const mailer = openMailer({
    smtpUrl: `${scheme}://shop:secret@127.0.0.1:${server.port}`,
    mailFrom: 'shop@example.com',
    publicUrl: new URL('https://shop.example'),
    dataDir: '',
  })
  await expect(mailer.send(LETTER, JOB)).rejects.toThrow(reason)
  expect(server.trusted).toEqual([])
})

test('an issuer whose certificate nobody has signed is not asked, and nobody is signed in (A36)', async () => {
  await using untrusted = await openUntrusted({ secure: true })
  let asked = 0
  const issuer = createServer(untrusted.tls, (_, answer) => {
    asked += 1
    answer.end('{}')
  })
  issuer.listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  const found = issuer.address()
  const address = `https://127.0.0.1:${typeof found === 'object' && found ? found.port : 0}`
  const google = openGoogle({ googleClientId: CLIENT_ID, oidcIssuer: address })
  expect(await google?.authorizationEndpoint()).toBeUndefined()
  await expect(google?.verify('a.b.c', 'nonce')).rejects.toThrow()
  expect(asked).toBe(0)
  // The issuer would answer a client that does not check its certificate.
  const careless = request(address, { rejectUnauthorized: false }).end()
  const [answer] = await once(careless, 'response')
  answer.resume()
  expect(asked).toBe(1)
  issuer.closeAllConnections()
  issuer.close()
})

test.each([
  ['keys over plain http', { jwks_uri: 'http://keys.example/jwks' }],
  ['a screen over plain http', { authorization_endpoint: 'http://login.example/' }],
  ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
  ['no keys', { jwks_uri: undefined }],
])('an issuer that names %s is not believed (A36 A45)', async (_, change) => {
  await using issuer = await openOidcServer()
  issuer.describe(change)
  const google = openGoogle({ googleClientId: CLIENT_ID, oidcIssuer: issuer.issuer })
  expect(await google?.authorizationEndpoint()).toBeUndefined()
  const token = await issuer.token({ nonce: 'nonce' })
  await expect(google?.verify(token, 'nonce')).rejects.toThrow()
  issuer.describe({})
  expect(await google?.verify(token, 'nonce'), 'and it recovers').toMatchObject({
    subject: 'google-1',
  })
})

test('an issuer over plain http is for this machine only (A36)', () => {
  expect(() => readSettings({ OIDC_ISSUER: 'http://accounts.example' })).toThrow(/OIDC_ISSUER/)
  const { oidcIssuer } = readSettings({ OIDC_ISSUER: 'http://127.0.0.1:4000' })
  expect(oidcIssuer).toBe('http://127.0.0.1:4000')
})

import { createServer } from 'node:http'
import { once } from 'node:events'
import { createSecretKey } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'

/** Claims of a token that differ from valid ones. */
export type Claims = Record<string, unknown> & { nonce?: string | undefined }
export type Signing = { key?: 'own' | 'other' | 'none' | 'hmac'; kid?: string }

export const CLIENT_ID = 'kirana-test-client'
const PERSON = {
  sub: 'google-1',
  email: 'asha@example.com',
  email_verified: true,
  name: 'Asha Rao',
}

/**
 * An OpenID provider on this machine: discovery, keys, and an authorization endpoint that signs in
 * `person` at once and redirects back with the token in the fragment.
 */
export async function openOidcServer() {
  const own = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const person: Claims = { ...PERSON }
  let isDown = false
  let described: Record<string, unknown> = {}

  async function token(claims: Claims = {}, { key = 'own', kid = 'k1' }: Signing = {}) {
    const now = Math.floor(Date.now() / 1000)
    const times = { iat: now, exp: now + 600 }
    const all = { iss: issuer, aud: CLIENT_ID, ...times, ...person, ...claims }
    if (key === 'none') return new UnsecuredJWT(all).encode()
    if (key === 'hmac') {
      const secret = createSecretKey(Buffer.from(String(jwk.n), 'base64url'))
      return new SignJWT(all).setProtectedHeader({ alg: 'HS256', kid }).sign(secret)
    }
    const { privateKey } = key === 'own' ? own : other
    return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
  }

  const server = createServer((req, res) => {
    if (isDown) return void req.socket.destroy()
    const url = new URL(req.url ?? '/', issuer)
    const json = (body: unknown) =>
      res.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (url.pathname === '/.well-known/openid-configuration') {
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        jwks_uri: `${issuer}/jwks`,
        ...described,
      })
    } else if (url.pathname === '/jwks') json({ keys: [jwk] })
    else if (url.pathname === '/authorize') void authorize(url.searchParams, res)
    else res.writeHead(404).end()
  })

  async function authorize(query: URLSearchParams, res: import('node:http').ServerResponse) {
    const back = new URL(query.get('redirect_uri') ?? '')
    const nonce = query.get('nonce') ?? ''
    const fragment = { id_token: await token({ nonce }), state: query.get('state') ?? '' }
    back.hash = new URLSearchParams(fragment).toString()
    res.writeHead(302, { location: back.href }).end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  const issuer = `http://127.0.0.1:${typeof found === 'object' && found ? found.port : 0}`
  return {
    issuer,
    person,
    token,
    /** Overrides fields of its discovery document. */
    describe: (change: Record<string, unknown>) => void (described = change),
    /** Makes it unreachable, or reachable again. */
    setDown: (value: boolean) => void (isDown = value),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

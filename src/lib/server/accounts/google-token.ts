import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { HOUR_MS } from '#lib/server/durations.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import { isLoopback } from '#lib/server/settings/setting-values.ts'
import { errorCode } from '#lib/server/errors.ts'

/** What a verified token says about a person. */
export type GoogleIdentity = {
  /** The issuer; a subject is unique within one issuer only. */
  issuer: string
  subject: string
  email: string
  name: string
  photo: string | undefined
}

export type GoogleIssuer = {
  clientId: string
  /** The address of the popup; undefined while the issuer cannot be reached. */
  authorizationEndpoint: () => Promise<string | undefined>
  /** Undefined unless the token is valid in every respect (A32). */
  verify: (token: string, nonce: string) => Promise<GoogleIdentity | undefined>
}

const GOOGLE = 'https://accounts.google.com'
const ASK_MS = 5000
const MAX_BYTES = 64 * 1024
/** How long the issuer's discovery document is cached. */
const KEEP_MS = HOUR_MS

const address = z.string().check(z.maxLength(500), z.refine(isSafe))
const discoverySchema = z.object({ authorization_endpoint: address, jwks_uri: address })
type Discovery = z.infer<typeof discoverySchema>

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  nonce: z.string(),
  email: z.string().check(z.maxLength(254)),
  email_verified: z.literal(true),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
})

/**
 * The issuer of OIDC_ISSUER, Google by default; first contacted when somebody signs in with it. Undefined if
 * no client id is set.
 */
export function openGoogle(settings: {
  googleClientId: string | undefined
  oidcIssuer: string
}): GoogleIssuer | undefined {
  const { googleClientId: clientId, oidcIssuer } = settings
  if (clientId === undefined) return undefined
  const issuer = oidcIssuer.replace(/\/$/, '')
  const discover = remember(() => askIssuer(issuer))
  let keys: { uri: string; get: ReturnType<typeof createRemoteJWKSet> } | undefined
  const keysOf = ({ jwks_uri: uri }: Discovery) => {
    if (keys?.uri !== uri) {
      keys = { uri, get: createRemoteJWKSet(new URL(uri), { timeoutDuration: ASK_MS }) }
    }
    return keys.get
  }
  return {
    clientId,
    authorizationEndpoint: () =>
      discover().then(
        (found) => found.authorization_endpoint,
        () => undefined,
      ),
    async verify(token, nonce) {
      const { payload } = await jwtVerify(token, keysOf(await discover()), {
        issuer: issuer === GOOGLE ? [GOOGLE, 'accounts.google.com'] : [issuer, `${issuer}/`],
        audience: clientId,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: '1h',
        clockTolerance: 30,
      }).catch(refuseToken)
      const claims = claimsSchema.safeParse(payload)
      const identity = claims.success ? identityOf(claims.data, clientId, nonce) : undefined
      return identity && { issuer, ...identity }
    },
  }
}

/** An invalid token is a normal result; an issuer that cannot be reached is thrown. */
function refuseToken(error: unknown): { payload: undefined } {
  const code = errorCode(error)
  if (/^ERR_(JWT|JWS|JOSE|JWKS_NO)/.test(code) && code !== 'ERR_JWKS_TIMEOUT') {
    return { payload: undefined }
  }
  throw error
}

function identityOf(
  claims: z.infer<typeof claimsSchema>,
  clientId: string,
  nonce: string,
): Omit<GoogleIdentity, 'issuer'> | undefined {
  const { sub, aud, azp, email, name, picture } = claims
  const isForOthersToo = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? isForOthersToo : azp !== clientId) return undefined
  if (!isEqual(claims.nonce, nonce)) return undefined
  return { subject: sub, email: email.toLowerCase(), name: name ?? '', photo: picture }
}

async function askIssuer(issuer: string): Promise<Discovery> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(ASK_MS),
  })
  const text = response.ok ? await response.text() : ''
  if (text.length > MAX_BYTES)
    throw new Error(`${issuer} describes itself in more than ${MAX_BYTES} bytes`)
  return discoverySchema.parse(JSON.parse(text))
}

function remember<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let known: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (known && performance.now() < known.until) return known.value
    const value = ask()
    known = { value, until: performance.now() + KEEP_MS }
    value.catch(() => (known = undefined))
    return value
  }
}

/** Whether an address is https or, for a stand-in on this machine, plain http (A36). */
function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

import { stringifySetCookie } from 'cookie'
import { HOST } from '#lib/browser/host-cookie.ts'

/** A cookie that scripts cannot read, for all pages of this host. */
export type ServerCookie = {
  name: string
  /** Characters that a cookie may contain unescaped (base64url), or empty to delete it. */
  value: string
  maxAgeS: number
  /** If set, the cookie is Secure and its name prefixed; otherwise the front adds both (host-cookie.ts). */
  isHttps?: boolean
}

/** The Set-Cookie header of one of the server's own cookies. */
export const serverCookie = ({ name, value, maxAgeS, isHttps = false }: ServerCookie): string =>
  stringifySetCookie({
    ...{ name: ownName(name, isHttps), value, maxAge: maxAgeS },
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps },
  })

/** The name with `__Host-` behind https: a cookie planted by a sibling domain cannot have it (H9). */
export const ownName = (name: string, isHttps: boolean): string => (isHttps ? HOST + name : name)

import { stringifySetCookie } from 'cookie'
import { HOST } from '#lib/browser/host-cookie.ts'

/** A cookie that no script reads, for all pages of this host. */
export type ServerCookie = {
  name: string
  /** Letters that a cookie may hold as they are: base64url, or nothing to end it. */
  value: string
  maxAgeS: number
  /** Behind https it is Secure, and its name has the prefix; else the front sees to that (host-cookie.ts). */
  isHttps?: boolean
}

/** The Set-Cookie of one of the server's own cookies. */
export const serverCookie = ({ name, value, maxAgeS, isHttps = false }: ServerCookie): string =>
  stringifySetCookie({
    ...{ name: ownName(name, isHttps), value, maxAge: maxAgeS },
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps },
  })

/** `__Host-` behind https: what a neighbouring site planted is not read (H9). */
export const ownName = (name: string, isHttps: boolean): string => (isHttps ? HOST + name : name)

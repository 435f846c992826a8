import { BlockList, isIP } from 'node:net'
import * as z from 'zod/mini'

/**
 * The schema of one environment variable: `takes` ends the sentence that refuses a value, `parse` returns
 * undefined for a value that it refuses.
 */
function setting<Value>(takes: string, parse: (text: string) => Value | undefined) {
  return z.pipe(
    z.string(),
    z.transform((text, context): Value => {
      const value = parse(text)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', input: text, message: takes })
      return z.NEVER
    }),
  )
}

/** Any text; never empty, as an empty variable counts as absent. */
export const text = setting('a text', (value) => value)

/** One of a few words. */
export function choice<const Word extends string>(...words: Word[]) {
  const takes = words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`
  return setting(takes, (value) => words.find((word) => word === value))
}

/** `yes` or `no`. */
export const yesOrNo = setting('yes or no', (value) =>
  value === 'yes' ? true : value === 'no' ? false : undefined,
)

/** A whole number within its limits. */
export function whole(min: number, max: number) {
  return setting(`a whole number from ${min} to ${max}`, (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN
    return number >= min && number <= max ? number : undefined
  })
}

/** The factor for the rate limits (H10); nothing turns them off. */
export const scale = setting('a number above 0, up to 1000000', (value) => {
  const number = /^\d{1,7}(\.\d{1,6})?$/.test(value) ? Number(value) : NaN
  return number > 0 && number <= 1_000_000 ? number : undefined
})

/** The shop's own address: scheme and host; plain http only for this machine. */
export const publicUrl = setting(
  'an address such as https://shop.example without a path, or http://localhost:4321 (plain http only for this machine)',
  (value) => {
    const url = serviceUrl(value)
    const isBare = url?.pathname === '/' && url.search === '' && url.hash === ''
    return isBare && url.username === '' && url.password === '' ? url : undefined
  },
)

/** The address of another server: https, or plain http to a stand-in on this machine (A36). */
export const serviceAddress = setting(
  'an https address (plain http only for this machine)',
  (value) => serviceUrl(value) && value.replace(/\/$/, ''),
)

export const postgresUrl = setting(
  'an address such as postgres://user:password@host/name',
  (value) => (/^postgres(ql)?:$/.test(parseUrl(value)?.protocol ?? '') ? value : undefined),
)

export const smtpUrl = setting('an address such as smtps://user:password@host', (value) =>
  /^smtps?:$/.test(parseUrl(value)?.protocol ?? '') ? value : undefined,
)

/** `a@b` or `Name <a@b>`, and no line break (A06). */
export const sender = setting('a sender such as Kirana <shop@example.org>', (value) =>
  /^(?:[^<>\r\n"]{1,60} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)
    ? value
    : undefined,
)

/** A UPI virtual payment address. */
export const upiId = setting('a UPI ID such as shop@okbank', (value) =>
  /^[\w.-]{2,100}@[a-z][a-z\d]{1,60}$/i.test(value) ? value : undefined,
)

export const host = setting('an address or a host name to listen on, such as 127.0.0.1', (value) =>
  isIP(value) > 0 || /^[a-z\d]([a-z\d.-]{0,252})$/i.test(value) ? value : undefined,
)

/** Addresses and networks separated by commas, as a list that can be asked whether an address is in it. */
export const networks = setting(
  'addresses or networks separated by commas, such as 10.0.0.0/8,::1, or none',
  (value) => {
    const list = new BlockList()
    if (value === 'none') return list
    return value.split(',').every((part) => addNetwork(list, part.trim())) ? list : undefined
  },
)

function addNetwork(list: BlockList, part: string): boolean {
  const [address = '', prefix, ...rest] = part.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  const longest = version === 6 ? 128 : 32
  if (prefix === undefined) list.addAddress(address, family)
  else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest) {
    list.addSubnet(address, Number(prefix), family)
  } else return false
  return true
}

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function serviceUrl(value: string): URL | undefined {
  const url = parseUrl(value)
  if (url?.protocol === 'https:') return url
  return url?.protocol === 'http:' && isLoopback(url.hostname) ? url : undefined
}

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined
}

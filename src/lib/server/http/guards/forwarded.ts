import { type BlockList, isIP } from 'node:net'

type Hop = { remoteAddress: string | undefined; forwardedFor: string | undefined }

/**
 * The client's address: the socket's or, behind trusted proxies, the last hop that is not one of them (H10h,
 * A19). Undefined if it cannot be told; then no per-address limit applies.
 */
export function clientAddress(hop: Hop, proxies: BlockList): string | undefined {
  const peer = plainAddress(hop.remoteAddress)
  if (peer === undefined || !isIn(proxies, peer)) return peer
  const hops = (hop.forwardedFor ?? '').split(',').reverse()
  for (const text of hops) {
    const address = plainAddress(text)
    if (address === undefined || !isIn(proxies, address)) return address
  }
  return undefined
}

/** Whether the peer of the socket is a trusted proxy. */
export function isTrusted(remoteAddress: string | undefined, proxies: BlockList): boolean {
  const peer = plainAddress(remoteAddress)
  return peer !== undefined && isIn(proxies, peer)
}

/** The key that limits count by: the address, for IPv6 its /64 network, which one customer has. */
export function limitKey(from: string): string {
  // A dual-stack socket reports IPv4 clients as `::ffff:…`.
  const address = plainAddress(from) ?? from
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back]
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

/** A key of `limitKey` for IPv6, alone or behind a word. */
const NETWORK_KEY = /^((?:\w+ )?[\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):[\da-f]{1,4}$/

/** The /48 around the network of a key for IPv6, which has 65,536 such networks and may be one customer's too. */
export function networkAround(key: string): string | undefined {
  const [, groups] = NETWORK_KEY.exec(key) ?? []
  return groups === undefined ? undefined : `${groups}::/48`
}

/** What the networks of a /48 may have together, as a multiple of what each may, where a rule says nothing else. */
const NETWORKS_AT_ONCE = 10

type CountedRule = { limit: number; networks?: number }

/** All that a try counts for: of a network of IPv6 also for the /48 around it, where that is counted last. */
export function withNetworkAround<Rule extends CountedRule>(rule: Rule, key: string) {
  const around = networkAround(key)
  const counted: [rule: Rule, key: string][] = [[rule, key]]
  const { limit, networks = NETWORKS_AT_ONCE } = rule
  if (around !== undefined) counted.push([{ ...rule, limit: limit * networks }, around])
  return counted
}

/** The address without port, brackets, zone and IPv4-mapped prefix; undefined if it is none. */
function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const trimmed = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase()
  const address = trimmed.replace(/^::ffff:(?=\d+\.)/, '')
  return isIP(address) > 0 ? address : undefined
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

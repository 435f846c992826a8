import { encrypt, type Receiver } from './encrypt.ts'
import { authorization, type VapidKey } from './vapid.ts'

const LIMIT_MS = 10_000
/** Who comes back later sees the order itself. */
const KEPT_S = 3600

/** Where it goes, who sends it, and by which name a later one takes its place on the screen. */
type Parcel = {
  to: Receiver & { endpoint: string }
  key: VapidKey
  /** Of the shop, for the people of the push service: `mailto:` or an address of the web. */
  contact: string
  topic: string
  text: string
}

/**
 * Sends one message to a browser by its push service. @returns false when the browser wants none any more
 * @throws when the service does not take it now
 */
export async function sendPush(
  { to, key, contact, topic, text }: Parcel,
  nowMs: number,
): Promise<boolean> {
  const endpoint = new URL(to.endpoint)
  const response = await fetch(endpoint, {
    method: 'POST',
    body: new Uint8Array(encrypt(text, to)),
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
    headers: {
      authorization: authorization(key, endpoint, contact, nowMs),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(KEPT_S),
      urgency: 'high',
      topic,
    },
  })
  await response.body?.cancel()
  if (response.status === 404 || response.status === 410) return false
  if (!response.ok) throw new Error(`The push service answered ${response.status}`)
  return true
}

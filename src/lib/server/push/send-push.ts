import { encrypt, type Receiver } from './encrypt.ts'
import { authorization, type VapidKey } from './vapid.ts'

const LIMIT_MS = 10_000
/** How long the push service keeps it; whoever comes back later sees the order itself. */
const KEPT_S = 3600

/** A push message: receiver, sender, and a topic under which a later message replaces it on the screen. */
type Parcel = {
  to: Receiver & { endpoint: string }
  key: VapidKey
  /** How the push service's operators reach the shop: `mailto:` or a web address. */
  contact: string
  topic: string
  text: string
}

/**
 * Sends a message to a browser through its push service. @returns false if the subscription no longer exists
 * @throws if the service does not accept the message now
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

import * as z from 'zod/mini'

/**
 * Push services of browsers: Chrome and its derivatives, Firefox, Safari and Edge. Nobody at the
 * desk may make the shop call any other address.
 */
const SERVICES =
  /^(fcm\.googleapis\.com|[\w.-]+\.push\.services\.mozilla\.com|[\w.-]+\.push\.apple\.com|[\w.-]+\.notify\.windows\.com)$/

function isService(text: string): boolean {
  try {
    const { protocol, port, hostname } = new URL(text)
    return protocol === 'https:' && port === '' && SERVICES.test(hostname)
  } catch {
    return false
  }
}

/** A browser's push subscription. */
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z.string().check(z.maxLength(1000), z.refine(isService)),
  /** Public key of 65 bytes and secret of 16, in base64url. */
  p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionSchema>
export const pushEndpointSchema = z.strictObject({ endpoint: z.string().check(z.maxLength(1000)) })
export const pushKeySchema = z.object({ key: z.string() })

/** A push message, which the service worker shows. */
export type PushMessage = { title: string; body: string; path: string; tag: string }

export const PUSH_PATH = '/api/desk/push'
export const PUSH_FORGET_PATH = '/api/desk/push/forget'

import { createHmac } from 'node:crypto'

const LIMIT_MS = 10_000

/**
 * Calls one of the shop's own services with JSON, signed over its bytes.
 * @param delivery the id by which the receiver recognises a repeat
 * @throws unless it is answered with 2xx within ten seconds
 */
export async function callSigned(
  { url, secret }: { url: string; secret: string },
  delivery: string,
  content: object,
): Promise<void> {
  const body = JSON.stringify(content)
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
    headers: {
      'content-type': 'application/json',
      'x-kirana-delivery': delivery,
      'x-kirana-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** Receives the shop's own webhook, and answers with these statuses, one per call. */
export async function openListener(statuses: number[]) {
  const calls: { body: string; signature: string; delivery: string }[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      const header = (name: string) => req.headers[name]?.toString() ?? ''
      const [signature, delivery] = [header('x-kirana-signature'), header('x-kirana-delivery')]
      calls.push({ body, signature, delivery })
      res.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'

type Call = { topic: string; ttl: string; subject: string; text: string }

/**
 * A push service together with the browser behind it: it checks the sender's signed header (RFC
 * 8292) and decrypts what only the browser can read (RFC 8291).
 */
export async function openPushService(statuses: number[] = []) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const calls: Call[] = []
  const faults: unknown[] = []
  const server = createServer((req, res) => {
    const receive = async () => {
      const body = await buffer(req)
      const header = (name: string) => req.headers[name]?.toString() ?? ''
      const subject = await verify(header('authorization'), origin())
      calls.push({
        ...{ topic: header('topic'), ttl: header('ttl'), subject },
        text: decrypt(body, keys, auth),
      })
      res.writeHead(statuses.shift() ?? 201).end()
    }
    receive().catch((error: unknown) => {
      faults.push(error)
      res.writeHead(400).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ calls, faults },
    subscription: {
      endpoint: `${origin()}/push/a-device`,
      p256dh: keys.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/**
 * Verifies the sender's token.
 * @returns the contact that it names
 * @throws if the signature is not valid for the key
 */
async function verify(authorization: string, audience: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, { audience })
  const lifeS = (payload.exp ?? 0) - Date.now() / 1000
  if (lifeS > 24 * 3600) throw new Error('The token lives too long')
  return payload.sub ?? ''
}

function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const length = body[20] ?? 0
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const derive = (secret: Buffer, with_: Buffer, about: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, about, bytes))
  const material = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  if (padded.at(-1) !== 2) throw new Error('No end of the last record')
  return padded.subarray(0, -1).toString()
}

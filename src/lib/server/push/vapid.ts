import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '#lib/server/database/schema.ts'

const NAME = 'vapid'
const VALID_S = 12 * 3600

const keySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
/** The key by which push services identify the shop (RFC 8292); its private part never leaves the database. */
export type VapidKey = z.infer<typeof keySchema>

/** The shop's key, generated when first needed; if two servers do so at once, the first one's counts. */
export async function vapidKey(db: Db): Promise<VapidKey> {
  const stored = await findKey(db)
  if (stored) return stored
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const value = JSON.stringify(privateKey.export({ format: 'jwk' }))
  await db
    .insertInto('kept_value')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await findKey(db)
  if (!made) throw new Error('The key for push was not kept')
  return made
}

async function findKey(db: Db): Promise<VapidKey | undefined> {
  const row = await db
    .selectFrom('kept_value')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row && keySchema.parse(JSON.parse(row.value))
}

/** The public key as browsers expect it: an uncompressed point in base64url. */
export function publicKeyOf({ x, y }: VapidKey): string {
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat(point).toString('base64url')
}

/** The Authorization header that proves to a push service who sends a message. */
export function authorization(
  key: VapidKey,
  endpoint: URL,
  contact: string,
  nowMs: number,
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(nowMs / 1000) + VALID_S
  const claims = { aud: endpoint.origin, exp, sub: contact }
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const jwk: JsonWebKey = key
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(unsigned), {
    ...{ key: privateKey, dsaEncoding: 'ieee-p1363' },
  })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKeyOf(key)}`
}

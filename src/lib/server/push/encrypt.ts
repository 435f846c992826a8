import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's public key and the secret that it shares with the shop, in base64url. */
export type Receiver = { p256dh: string; auth: string }

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
const KEY_BYTES = 16
const NONCE_BYTES = 12
/** Marks the end of the last record (RFC 8188). */
const END = Buffer.from([2])

function freshKeys(): ECDH {
  const keys = createECDH(CURVE)
  keys.generateKeys()
  return keys
}

/**
 * Encrypts a message so that only the browser can read it, not its push service: aes128gcm in one record (RFC
 * 8291, RFC 8188). Keys and salt are new for each message; a test passes those of the standard.
 */
export function encrypt(
  text: string,
  { p256dh, auth }: Receiver,
  { keys, salt }: { keys: ECDH; salt: Buffer } = { keys: freshKeys(), salt: randomBytes(16) },
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = keys.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = keys.computeSecret(theirs)
  const material = derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const named = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`)
  const key = derive(material, salt, named('aes128gcm'), KEY_BYTES)
  const nonce = derive(material, salt, named('nonce'), NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(END), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, body, cipher.getAuthTag()])
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

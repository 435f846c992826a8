import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeWhole } from '#lib/server/write-whole.ts'
import type { Mailer } from './message.ts'

/** Writes each mail to a file, whole or not at all; a repeated mail is the same file (F08). */
export function openOutbox(dataDir: string): Mailer {
  const folder = join(dataDir, 'outbox')
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(message, { id, created_at }) {
      const { message: bytes } = await composer.sendMail({
        ...message,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const time = new Date(created_at).toISOString().replaceAll(/[:.]/g, '-')
      const file = join(folder, `${time}-${id}.eml`)
      await keepMessage(file, bytes)
    },
    close() {},
  }
}

/** Writes what was sent to a file, for its owner's eyes only. @throws TypeError if the bytes are not a Buffer */
export async function keepMessage(file: string, bytes: unknown): Promise<void> {
  if (!Buffer.isBuffer(bytes)) throw new TypeError(`The mail for ${file} is no Buffer in memory`)
  await mkdir(dirname(file), { recursive: true })
  await writeWhole(file, bytes, { mode: 0o600, flush: true })
}

import { statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createTransport } from 'nodemailer'
import { DAY_MS } from '#lib/server/durations.ts'
import { errorCode } from '#lib/server/errors.ts'
import { writeWhole } from '#lib/server/write-whole.ts'
import type { Mailer } from './message.ts'

/** How long what was sent is kept: it holds names, addresses and codes, also of accounts that are deleted. */
const OUTBOX_KEPT_MS = 30 * DAY_MS

export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox')

/** A time as the names of messages begin with it, so that these are in order. */
export const inName = (time: Date): string => time.toISOString().replaceAll(/[:.]/g, '-')

const MESSAGE = /^\d{4}-\d\d-\d\dT[\d-]+Z-.*\.(eml|json)$/

/** Whether a message's time is past. Its name says it, as a restore gives all files its own time. */
export const isPastMessage = (name: string, now: number): boolean =>
  MESSAGE.test(name) && name < inName(new Date(now - OUTBOX_KEPT_MS))

/** Deletes messages whose time is past, and what was left half written a day ago. */
export async function forgetOutbox(dataDir: string, now: number): Promise<void> {
  const folder = outboxOf(dataDir)
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const file = join(folder, name)
    if (isPastMessage(name, now) || isLeftOver(file, now)) await rm(file, { force: true })
  }
}

function isLeftOver(file: string, now: number): boolean {
  if (!file.endsWith('.tmp')) return false
  const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return writtenAt !== undefined && writtenAt < now - DAY_MS
}

/** Writes each mail to a file, whole or not at all; a repeated mail is the same file (F08). */
export function openOutbox(dataDir: string): Mailer {
  const folder = outboxOf(dataDir)
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(message, { id, created_at }) {
      const { message: bytes } = await composer.sendMail({
        ...message,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const file = join(folder, `${inName(new Date(created_at))}-${id}.eml`)
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

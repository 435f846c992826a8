import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/**
 * The newest mail to an address whose subject contains the text, decoded; waits until it is
 * written.
 */
export async function mailTo(email: string, subject: string): Promise<string> {
  const find = () =>
    readOutbox()
      .map((mail) => mail.replaceAll(/=\r?\n/g, ''))
      .find((mail) => mail.includes(`To: ${email}`) && subjectOf(mail).includes(subject))
  await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true)
  return find()?.replaceAll('=3D', '=') ?? ''
}

/** The mails sent by the shop, newest first, without those still being written. */
export function readOutbox(): string[] {
  const folder = join(process.env['BROWSER_TEST_DIR'] ?? '', 'outbox')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const mails = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
  return mails.map((name) => readFileSync(join(folder, name), 'utf8'))
}

const subjectOf = (mail: string) => /^Subject: (.*(?:\r?\n\s.*)*)/m.exec(mail)?.[1] ?? ''

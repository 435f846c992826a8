import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '#tests/browser/test.ts'

/**
 * The newest mail to an address whose subject contains the text, decoded; waits until it is
 * written.
 */
export async function mailTo(email: string, subject: string): Promise<string> {
  await expect.poll(() => mailsTo(email, subject).length).toBeGreaterThan(0)
  return mailsTo(email, subject)[0]?.replaceAll('=3D', '=') ?? ''
}

/** The mails to an address whose subject contains the text, newest first, with their lines joined. */
export const mailsTo = (email: string, subject: string): string[] =>
  readOutbox()
    .map((mail) => mail.replaceAll(/=\r?\n/g, ''))
    .filter((mail) => mail.includes(`To: ${email}`) && subjectOf(mail).includes(subject))

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

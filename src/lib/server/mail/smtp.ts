import { createTransport } from 'nodemailer'
import { MINUTE_MS } from '#lib/server/durations.ts'
import { isLoopback } from '#lib/server/settings/setting-values.ts'
import type { Mailer } from './message.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** Also ends a connection on which the server keeps sending slowly (F42). */
const WHOLE_MS = MINUTE_MS

/**
 * Sends through the server of SMTP_URL, with certificate checks and nothing without TLS, as mails hold codes; plain SMTP
 * is only for a server on this machine (A36).
 */
export function openSmtp(smtpUrl: string): Mailer {
  const transport = () => createTransport(smtpOptions(smtpUrl))
  const open = new Set<ReturnType<typeof transport>>()
  return {
    async send(message) {
      const connection = transport()
      open.add(connection)
      try {
        await orTimeOut(WHOLE_MS, () =>
          connection.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true }),
        )
      } finally {
        open.delete(connection)
        connection.close()
      }
    },
    close() {
      for (const connection of open) connection.close()
    },
  }
}

/** The options for nodemailer; passed one by one, so that the URL's query cannot turn checks off. */
export function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  const pass = decodeURIComponent(url.password)
  const isPlain = !secure && pass === '' && isLoopback(url.hostname)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user !== '' && { auth: { user, pass } }),
    requireTLS: !secure && !isPlain,
    // A stand-in on this machine has a self-signed certificate.
    ignoreTLS: isPlain,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  }
}

async function orTimeOut<Value>(ms: number, work: () => Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The mail server takes too long')), ms)
  try {
    return await Promise.race([work(), promise])
  } finally {
    clearTimeout(timer)
  }
}

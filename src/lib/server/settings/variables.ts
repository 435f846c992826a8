import * as z from 'zod/mini'
import { PROVIDERS } from '#lib/checkout/providers.ts'
import { MAX_ORDER_PAISE } from '#lib/limits.ts'
import { paiseToRupees } from '#lib/money.ts'
import { DAY_MS } from '#lib/server/durations.ts'
import {
  choice,
  host,
  networks,
  postgresUrl,
  publicUrl,
  scale,
  sender,
  serviceAddress,
  smtpUrl,
  text,
  upiId,
  whole,
  yesOrNo,
} from './setting-values.ts'

const milliseconds = whole(10, 7 * DAY_MS)

/** The sender if mails are only files on this machine. */
export const NO_SENDER = 'Kirana <shop@localhost>'

/** Every variable that the shop reads; the README lists them for its owner. */
export const variables = z.object({
  PORT: z._default(whole(1, 65_535), 4321),
  HOST: z._default(host, '127.0.0.1'),
  PUBLIC_URL: z.optional(publicUrl),
  DATA_DIR: z._default(text, 'data'),
  DATABASE_URL: z.optional(postgresUrl),
  CATALOGUE: z._default(text, 'catalogue'),
  PRODUCT_GATE: z._default(choice('open', 'redirect'), 'open'),
  CART_GATE: z._default(choice('open', 'signin'), 'open'),
  MESSAGES: z._default(choice('off', 'sms', 'whatsapp'), 'off'),
  MESSAGES_URL: z.optional(serviceAddress),
  MESSAGES_SECRET: z.optional(text),
  SERVICE_WORKER: z._default(choice('on', 'off'), 'on'),
  PAYMENT_PROVIDER: z._default(choice(...PROVIDERS), 'demo'),
  RAZORPAY_KEY_ID: z.optional(text),
  RAZORPAY_KEY_SECRET: z.optional(text),
  RAZORPAY_WEBHOOK_SECRET: z.optional(text),
  RAZORPAY_API_URL: z._default(serviceAddress, 'https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_JS: z._default(serviceAddress, 'https://checkout.razorpay.com/v1/checkout.js'),
  SMTP_URL: z.optional(smtpUrl),
  MAIL_FROM: z._default(sender, NO_SENDER),
  GOOGLE_CLIENT_ID: z.optional(text),
  OIDC_ISSUER: z._default(serviceAddress, 'https://accounts.google.com'),
  AUTH_SECRET: z.optional(text),
  EMAIL_VERIFICATION: z._default(choice('optional', 'required'), 'optional'),
  ALLOW_DEMO_PAYMENTS: z._default(yesOrNo, false),
  ORDER_WEBHOOK_URL: z.optional(serviceAddress),
  ORDER_WEBHOOK_SECRET: z.optional(text),
  UPI_ID: z.optional(upiId),
  CASH_ON_DELIVERY: z._default(yesOrNo, false),
  CASH_LIMIT: z._default(whole(1, paiseToRupees(MAX_ORDER_PAISE)), 5000),
  CASH_OPEN_ORDERS: z._default(whole(1, 1000), 2),
  CASH_UNCONFIRMED: z._default(yesOrNo, false),
  UNPAID_UNITS: z._default(whole(1, 1_000_000), 200),
  UNPAID_UNITS_BLOCK: z._default(whole(1, 1_000_000), 1000),
  TRUSTED_PROXIES: z.optional(networks),
  LOG_LEVEL: z._default(
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
  ),
  HOLD_MS: z._default(milliseconds, 900_000),
  HOLD_UNCONFIRMED_MS: z._default(milliseconds, 300_000),
  RECONCILE_MS: z._default(milliseconds, 30_000),
  JOB_LEASE_MS: z._default(milliseconds, 30_000),
  RATE_SCALE: z._default(scale, 1),
})

/** Variables whose values appear in no message; each may come from a file named by NAME_FILE (P13). */
export const SECRETS = [
  'AUTH_SECRET',
  'MESSAGES_SECRET',
  'ORDER_WEBHOOK_SECRET',
  'DATABASE_URL',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'SMTP_URL',
]

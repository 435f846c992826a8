import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
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

/** A setting that prevents the start; the message is one sentence for the person starting the shop. */
export class SettingsError extends Error {}

const DAY_MS = 86_400_000
const milliseconds = whole(10, 7 * DAY_MS)

/** The sender if mails are only files on this machine. */
const NO_SENDER = 'Kirana <shop@localhost>'

/** Every variable that the shop reads; the README lists them for its owner. */
const schema = z.object({
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
  PAYMENT_PROVIDER: z._default(choice('demo', 'razorpay'), 'demo'),
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
  CASH_LIMIT: z._default(whole(1, 500_000), 5000),
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
const SECRETS = [
  'AUTH_SECRET',
  'MESSAGES_SECRET',
  'ORDER_WEBHOOK_SECRET',
  'DATABASE_URL',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'SMTP_URL',
]

/** The settings of a shop; relative folders start at the working directory. */
export type Settings = ReturnType<typeof toSettings>

/**
 * Reads the settings from the environment; an empty value counts as absent.
 * @throws SettingsError naming the variable, what it got and what it takes
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  refuseUnknown(env)
  const values = pick(env)
  const parsed = schema.safeParse(values)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    const got = SECRETS.includes(name) ? 'a value that is not shown' : JSON.stringify(values[name])
    throw new SettingsError(`${name} is ${got}, but takes ${issue?.message}.`)
  }
  const settings = toSettings(parsed.data)
  refuseUnsafe(settings)
  return settings
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(env).find((name) => name.startsWith('KIRANA_'))
  if (unknown === undefined) return
  const meant = unknown.slice('KIRANA_'.length)
  const hint = meant in schema.shape ? `; the setting is called ${meant}` : ''
  throw new SettingsError(`${unknown} is not a setting of Kirana${hint}.`)
}

function pick(env: NodeJS.ProcessEnv): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]?.trim() || (SECRETS.includes(name) ? readFile(env, name) : '')
    if (value) values[name] = value
  }
  return values
}

function readFile(env: NodeJS.ProcessEnv, name: string): string {
  const file = env[`${name}_FILE`]?.trim()
  if (!file) return ''
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new SettingsError(`${name}_FILE is "${file}", but takes a file that can be read.`)
  }
}

function toSettings(values: z.infer<typeof schema>) {
  const dataDir = resolve(values.DATA_DIR)
  const url = values.PUBLIC_URL ?? new URL(`http://localhost:${values.PORT}`)
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: url,
    /** With an https address the shop counts as being in production (H13). */
    isProduction: url.protocol === 'https:',
    dataDir,
    /** A postgres: address, or the path of the SQLite file. */
    databaseUrl: values.DATABASE_URL ?? join(dataDir, 'shop.db'),
    catalogue: resolve(values.CATALOGUE),
    productGate: values.PRODUCT_GATE,
    /** `open`: visitors without an account have a cart and a wishlist too, and may buy. */
    cartGate: values.CART_GATE,
    /** `off`: the service worker that browsers have removes itself and all that it stores. */
    serviceWorker: values.SERVICE_WORKER,
    /** How shoppers are told on their phone about steps of an order, besides by mail. */
    messages: values.MESSAGES,
    /** The service that delivers these messages; undefined: they become files in the outbox. */
    messagesUrl: values.MESSAGES_URL,
    messagesSecret: values.MESSAGES_SECRET,
    paymentProvider: values.PAYMENT_PROVIDER,
    razorpayKeyId: values.RAZORPAY_KEY_ID,
    razorpayKeySecret: values.RAZORPAY_KEY_SECRET,
    razorpayWebhookSecret: values.RAZORPAY_WEBHOOK_SECRET,
    razorpayApiUrl: values.RAZORPAY_API_URL,
    razorpayCheckoutJs: values.RAZORPAY_CHECKOUT_JS,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    /** In production without a mail server: mails that shoppers wait for stay in the outbox. */
    sendsNoMail: url.protocol === 'https:' && values.SMTP_URL === undefined,
    googleClientId: values.GOOGLE_CLIENT_ID,
    oidcIssuer: values.OIDC_ISSUER,
    /** Undefined: one is made and stored in the data folder (`keptSecret`). */
    authSecret: values.AUTH_SECRET,
    emailVerification: values.EMAIL_VERIFICATION,
    allowDemoPayments: values.ALLOW_DEMO_PAYMENTS,
    /** The shop's own webhook, called for each new order. */
    orderWebhookUrl: values.ORDER_WEBHOOK_URL,
    orderWebhookSecret: values.ORDER_WEBHOOK_SECRET,
    /** The shop's UPI ID, for payments at the door. */
    upiId: values.UPI_ID,
    cashOnDelivery: values.CASH_ON_DELIVERY,
    cashLimitPaise: values.CASH_LIMIT * 100,
    cashOpenOrders: values.CASH_OPEN_ORDERS,
    cashUnconfirmed: values.CASH_UNCONFIRMED,
    /** Most unpaid units that one account, or one network, may keep from others. */
    unpaidUnits: values.UNPAID_UNITS,
    unpaidUnitsBlock: values.UNPAID_UNITS_BLOCK,
    trustedProxies: values.TRUSTED_PROXIES ?? new BlockList(),
    proxiesAreSaid: values.TRUSTED_PROXIES !== undefined,
    logLevel: values.LOG_LEVEL,
    holdMs: values.HOLD_MS,
    holdUnconfirmedMs: Math.min(values.HOLD_UNCONFIRMED_MS, values.HOLD_MS),
    reconcileMs: values.RECONCILE_MS,
    jobLeaseMs: values.JOB_LEASE_MS,
    rateScale: values.RATE_SCALE,
  }
}

const MIN_SECRET_LENGTH = 32
/** Fewer different characters are no random secret; the text is better-auth's default. */
const isDefaultSecret = (secret: string) =>
  new Set(secret).size < 10 || secret === 'better-auth-secret-12345678901234567890'

/** Refuses settings against the rules H13 and P9. */
function refuseUnsafe(settings: Settings): void {
  refusePayments(settings)
  if (settings.orderWebhookUrl !== undefined && settings.orderWebhookSecret === undefined) {
    throw new SettingsError('ORDER_WEBHOOK_SECRET is missing, but ORDER_WEBHOOK_URL needs it.')
  }
  if (settings.messagesUrl !== undefined && settings.messagesSecret === undefined) {
    throw new SettingsError('MESSAGES_SECRET is missing, but MESSAGES_URL needs it.')
  }
  refuseLostMessages(settings)
  refuseNoSender(settings)
  refuseHiddenProxies(settings)
  if (!settings.isProduction) return
  const { authSecret: secret } = settings
  const advice = `set it to at least ${MIN_SECRET_LENGTH} random bytes, because PUBLIC_URL is https`
  if (secret === undefined) throw new SettingsError(`AUTH_SECRET is missing; ${advice}.`)
  if (Buffer.byteLength(secret) < MIN_SECRET_LENGTH || isDefaultSecret(secret)) {
    throw new SettingsError(`AUTH_SECRET is too short or too easy to guess; ${advice}.`)
  }
}

/** Mail servers refuse the default sender. */
function refuseNoSender({ isProduction, smtpUrl, mailFrom }: Settings): void {
  if (!isProduction || smtpUrl === undefined || mailFrom !== NO_SENDER) return
  throw new SettingsError(
    'MAIL_FROM is missing; set it to whom mails come from, such as Asha Stores <orders@asha.example>.',
  )
}

/** Otherwise buyers would be told that a message, or the code for their order, was sent to them. */
function refuseLostMessages({ isProduction, messages, messagesUrl }: Settings): void {
  if (messages === 'off' && messagesUrl !== undefined) {
    throw new SettingsError(
      'MESSAGES is off, but MESSAGES_URL is set; set MESSAGES to sms or whatsapp.',
    )
  }
  if (messages !== 'off' && messagesUrl === undefined && isProduction) {
    throw new SettingsError(
      `MESSAGES_URL is missing; set it to the service that delivers messages: behind an https PUBLIC_URL, MESSAGES=${messages} needs one.`,
    )
  }
}

/** Behind an unknown proxy all visitors would have one address, and share its limits. */
function refuseHiddenProxies({ isProduction, proxiesAreSaid }: Settings): void {
  if (!isProduction || proxiesAreSaid) return
  throw new SettingsError(
    'TRUSTED_PROXIES is missing; set it to the addresses of your proxies, or to none if there are none, because PUBLIC_URL is https.',
  )
}

function refusePayments(settings: Settings): void {
  const { isProduction, allowDemoPayments, paymentProvider, razorpayKeyId } = settings
  if (paymentProvider === 'demo') {
    if (!isProduction || allowDemoPayments) return
    throw new SettingsError(
      'PAYMENT_PROVIDER is demo, but behind an https PUBLIC_URL it takes razorpay, or ALLOW_DEMO_PAYMENTS=yes.',
    )
  }
  for (const name of ['razorpayKeyId', 'razorpayKeySecret'] as const) {
    const variable = name === 'razorpayKeyId' ? 'RAZORPAY_KEY_ID' : 'RAZORPAY_KEY_SECRET'
    if (settings[name] !== undefined) continue
    throw new SettingsError(`${variable} is missing, but PAYMENT_PROVIDER=razorpay needs it.`)
  }
  const isTestKey = razorpayKeyId?.startsWith('rzp_test_') === true
  if (isProduction && isTestKey && !allowDemoPayments) {
    throw new SettingsError(
      'RAZORPAY_KEY_ID is a test key, but behind an https PUBLIC_URL it takes a live key, or ALLOW_DEMO_PAYMENTS=yes.',
    )
  }
  if (!isProduction && razorpayKeyId?.startsWith('rzp_live_')) {
    throw new SettingsError(
      'RAZORPAY_KEY_ID is a live key, but takes a test key until PUBLIC_URL is https.',
    )
  }
}

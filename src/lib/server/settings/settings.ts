import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join, resolve } from 'node:path'
import type * as z from 'zod/mini'
import { NO_SENDER, SECRETS, variables } from './variables.ts'
import type { ProviderName } from '#lib/checkout/providers.ts'
import { rupeesToPaise } from '#lib/money.ts'

/** A setting that prevents the start; the message is one sentence for the person starting the shop. */
export class SettingsError extends Error {}

/** The settings of a shop; relative folders start at the working directory. */
export type Settings = ReturnType<typeof toSettings>

/**
 * Reads the settings from the environment; an empty value counts as absent.
 * @throws SettingsError naming the variable, what it got and what it takes
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  refuseUnknown(env)
  const values = pick(env)
  const parsed = variables.safeParse(values)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    const got = SECRETS.includes(name) ? 'a value that is not shown' : JSON.stringify(values[name])
    throw new SettingsError(`${name} is ${got}, but must be ${issue?.message}.`)
  }
  const settings = toSettings(parsed.data)
  refuseUnsafe(settings)
  return settings
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(env).find((name) => name.startsWith('KIRANA_'))
  if (unknown === undefined) return
  const meant = unknown.slice('KIRANA_'.length)
  const hint = meant in variables.shape ? `; the setting is called ${meant}` : ''
  throw new SettingsError(`${unknown} is not a setting of Kirana${hint}.`)
}

function pick(env: NodeJS.ProcessEnv): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(variables.shape)) {
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
    throw new SettingsError(`${name}_FILE is "${file}", but must be a file that can be read.`)
  }
}

function toSettings(values: z.infer<typeof variables>) {
  const dataDir = resolve(values.DATA_DIR)
  const url = values.PUBLIC_URL ?? new URL(`http://localhost:${values.PORT}`)
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: url,
    /** With an https address the shop counts as being in production (H13). */
    isProduction: url.protocol === 'https:',
    /** In production with payments that move no money. */
    isTrial:
      url.protocol === 'https:' && (values.PAYMENT_PROVIDER === 'demo' || hasTestKey(values)),
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
    cashLimitPaise: rupeesToPaise(values.CASH_LIMIT),
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

const hasTestKey = ({ RAZORPAY_KEY_ID: id }: z.infer<typeof variables>) =>
  id?.startsWith('rzp_test_') === true

const MIN_SECRET_LENGTH = 32
/** Fewer different characters are no random secret; the text is better-auth's default. */
const isDefaultSecret = (secret: string) =>
  new Set(secret).size < 10 || secret === 'better-auth-secret-12345678901234567890'

/** Refuses settings against the rules H13 and P9. */
function refuseUnsafe(settings: Settings): void {
  REFUSE_PAYMENTS[settings.paymentProvider](settings)
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
    "MAIL_FROM is missing; set it to the sender of the shop's mails, such as Asha Stores <orders@asha.example>.",
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

const REFUSE_PAYMENTS: Record<ProviderName, (settings: Settings) => void> = {
  demo({ isProduction, allowDemoPayments }) {
    if (!isProduction || allowDemoPayments) return
    throw new SettingsError(
      'PAYMENT_PROVIDER is demo; behind an https PUBLIC_URL set it to razorpay, or set ALLOW_DEMO_PAYMENTS=yes.',
    )
  },
  razorpay: refuseRazorpay,
}

function refuseRazorpay(settings: Settings): void {
  const { isProduction, isTrial, allowDemoPayments, razorpayKeyId } = settings
  for (const name of ['razorpayKeyId', 'razorpayKeySecret'] as const) {
    const variable = name === 'razorpayKeyId' ? 'RAZORPAY_KEY_ID' : 'RAZORPAY_KEY_SECRET'
    if (settings[name] !== undefined) continue
    throw new SettingsError(`${variable} is missing, but PAYMENT_PROVIDER=razorpay needs it.`)
  }
  if (isTrial && !allowDemoPayments) {
    throw new SettingsError(
      'RAZORPAY_KEY_ID is a test key; behind an https PUBLIC_URL set a live key, or ALLOW_DEMO_PAYMENTS=yes.',
    )
  }
  if (!isProduction && razorpayKeyId?.startsWith('rzp_live_')) {
    throw new SettingsError(
      'RAZORPAY_KEY_ID is a live key; set a test key until PUBLIC_URL is https.',
    )
  }
}

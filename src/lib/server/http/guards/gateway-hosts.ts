import type { ProviderName } from '#lib/checkout/providers.ts'
import type { Settings } from '#lib/server/settings/settings.ts'

/**
 * Hosts that /checkout, and no other page, may use besides our own origin (H2, H4, P11). `form` is where
 * /checkout/pay, the alternative without the provider's script, may send the shopper.
 */
export type GatewayHosts = { script: string[]; frame: string[]; connect: string[]; form: string[] }

type Addresses = Pick<Settings, 'razorpayApiUrl' | 'razorpayCheckoutJs'>

const CHECKOUT = 'https://checkout.razorpay.com'
/** Hosts that Razorpay's script loads from, as its plugins for other shops allow them (docs/checkout.md). */
const REAL = {
  script: ['https://cdn.razorpay.com'],
  connect: ['https://lumberjack.razorpay.com'],
}

/** The hosts of the configured provider; undefined for the built-in demo gateway, which needs none. */
export const gatewayHosts = (
  settings: Addresses & Pick<Settings, 'paymentProvider'>,
): GatewayHosts | undefined => HOSTS[settings.paymentProvider](settings)

const HOSTS: Record<ProviderName, (settings: Addresses) => GatewayHosts | undefined> = {
  demo: () => undefined,
  razorpay: razorpayHosts,
}

function razorpayHosts(settings: Addresses): GatewayHosts {
  const script = new URL(settings.razorpayCheckoutJs).origin
  const api = new URL(settings.razorpayApiUrl).origin
  const both = [...new Set([api, script])]
  const further = script === CHECKOUT ? REAL : { script: [], connect: [] }
  return {
    script: [script, ...further.script],
    frame: both,
    connect: [...both, ...further.connect],
    form: [api],
  }
}

/** The one page that may talk to the provider. */
export const isGatewayPage = (path: string): boolean => path === '/checkout'

/** The provider hosts that a page may use. */
export function hostsFor(path: string, hosts: GatewayHosts | undefined): GatewayHosts | undefined {
  if (hosts && isGatewayPage(path)) return { ...hosts, form: [] }
  if (hosts && path === '/checkout/pay') return { ...hosts, script: [], frame: [], connect: [] }
  return undefined
}

/** The payment providers that a shop can choose; docs/payments.md says what a further one needs. */
export const PROVIDERS = ['demo', 'razorpay'] as const
export type ProviderName = (typeof PROVIDERS)[number]

import { decimalPrice } from '#lib/money.ts'

/** The address with which a UPI app pays exactly this sum (NPCI's linking specification). */
export function upiAddress(
  to: { vpa: string; name: string },
  number: string,
  paise: number,
): string {
  const parts = { pa: to.vpa, pn: to.name, am: decimalPrice(paise), cu: 'INR', tn: number }
  // Some apps cannot read an encoded `@`.
  const query = Object.entries(parts).map(
    ([name, text]) => `${name}=${encodeURIComponent(text).replace('%40', '@')}`,
  )
  return `upi://pay?${query.join('&')}`
}

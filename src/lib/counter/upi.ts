import { decimalPrice } from '#lib/money.ts'

/** The address that a UPI app opens to pay exactly this sum (NPCI's linking specification). */
export function upiAddress(
  to: { vpa: string; name: string },
  number: string,
  paise: number,
): string {
  const parts = { pa: to.vpa, pn: to.name, am: decimalPrice(paise), cu: 'INR', tn: number }
  // Some apps do not read the @ in another spelling.
  const query = Object.entries(parts).map(
    ([name, text]) => `${name}=${encodeURIComponent(text).replace('%40', '@')}`,
  )
  return `upi://pay?${query.join('&')}`
}

import { decimalPrice } from '#lib/money.ts'
import { qrCode } from './qr-code.ts'

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

/**
 * The QR code of such an address, whose name is cut where it is too long: in Indian scripts, a character takes nine
 * bytes or more.
 * @returns undefined if the address does not fit even without a name
 */
export function upiCode(
  to: { vpa: string; name: string },
  number: string,
  paise: number,
): boolean[][] | undefined {
  const name = [...new Intl.Segmenter('en').segment(to.name)].map(({ segment }) => segment)
  for (;;) {
    const code = qrCode(upiAddress({ ...to, name: name.join('').trim() }, number, paise))
    if (code || name.length === 0) return code
    name.pop()
  }
}

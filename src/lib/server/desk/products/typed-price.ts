/** An amount with the sign of rupees before it. */
const SIGNED = /^(?:₹|rs\.?)\s*(?=[\d,.]+$)/i

/** A price as it was typed into a form, without a sign of rupees before it. */
export const typedPrice = (text: string): string => text.trim().replace(SIGNED, '')

/** The same for what each pack costs, as in `500 g=₹40|1 kg=₹75`. */
export const typedCosts = (text: string): string =>
  text
    .split('|')
    .map((item) => {
      const at = item.lastIndexOf('=') + 1
      return item.slice(0, at) + typedPrice(item.slice(at))
    })
    .join('|')

import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'

/** What follows a verb that needs more than the number of an order. */
const NEEDS: Partial<Record<string, string>> = {
  ...{ cancel: 'NUMBER --reason R', refused: 'NUMBER --reason R' },
  ...{ undelivered: 'NUMBER --reason R', returned: 'NUMBER --reason R' },
  refund: 'NUMBER --amount RUPEES --reason R [--total RUPEES] [--beyond returned|never]',
  elsewhere: 'NUMBER --how cash|upi|bank [--reference R] [--refund N]',
  line: 'NUMBER LINE QUANTITY --units back|lost',
  cash: 'NUMBER --amount RUPEES [--how cash|upi] [--reference R] [--rider NAME] [--entry N]',
  settle: 'PAYMENT',
}

/** The words that a verb must have, without its flags. */
export const neededWords = (verb: string): string => (NEEDS[verb] ?? 'NUMBER').split(' --')[0] ?? ''

/** How a verb is called; empty where the number of an order is enough. */
export const usageOf = (verb: string): string =>
  NEEDS[verb] === undefined ? '' : `Usage: ${SHOP_CALL} orders ${verb} ${NEEDS[verb]}`

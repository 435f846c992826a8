import type { GivenHow } from '#lib/counter/order-actions.ts'
import { priceText } from '#lib/money.ts'
import { counterTexts } from './counter-desk.ts'

const HOWS: Record<GivenHow, string> = { cash: 'cash', upi: 'UPI', bank: 'bank transfer' }

/** In which way money was given back, within a sentence. */
export const givenWayTexts: Record<GivenHow, string> = {
  cash: 'in cash',
  upi: 'by UPI',
  bank: 'by bank transfer',
}

/** The form for a refused refund that the owner gives back without the provider. */
export const elsewhereTexts = {
  open: 'I refunded this another way',
  correct: 'Correct how it was given back',
  correctLead: 'The customer gets an email that says so, and the books are corrected.',
  lead: 'Record it here before you hand the money over: from then on the payment provider is no longer asked for this refund, and the customer is told.',
  unsure:
    'The provider may have made this refund: it has accepted it, did not say what became of it, or was asked before the shop was restored; look in its dashboard first.',
  choose: 'Choose…',
  hows: { cash: 'Cash', upi: 'UPI', bank: 'Bank transfer' } satisfies Record<GivenHow, string>,
  reference: 'Reference or note (the customer will see it)',
  save: 'Record it as given back',
}

type Way = { how: GivenHow; reference: string }
/** A way in a few words: how, and the reference if there is one. */
export const givenWay = ({ how, reference }: Way): string =>
  [HOWS[how], reference].filter(Boolean).join(' ')

/** A correction in the order's history. */
export const correctedWay = (before: Way, after: Way): string =>
  `${givenWay(before)} → ${givenWay(after)}`

type ShownRefund = {
  state: keyof typeof counterTexts.refundStates | 'elsewhere'
  given_how: GivenHow | null
  given_reference: string
  twice_at: number | null
}

/** The state of a refund as the desk and the command line show it. */
export function refundStateText(refund: ShownRefund): string {
  const { state, given_how: how, given_reference: reference, twice_at } = refund
  if (state !== 'elsewhere') return counterTexts.refundStates[state]
  const way = how === null ? '' : givenWay({ how, reference })
  return `given back elsewhere: ${way}${twice_at === null ? '' : '; then by the payment provider too'}`
}

/** Confirms to the desk that it is recorded. */
export const elsewhereMessage = (number: string, paise: number): string =>
  `Order ${number}: ${priceText(paise)} is recorded as given back. The payment provider is no longer asked for it.`

/** In a subject: of which order, if the payment became one. */
export const ofOrder = (number: string | undefined): string =>
  number === undefined ? '' : ` for order ${number}`

/** The subject of every mail about money that goes back. */
export const refundSubject = (sum: string, number: string | undefined): string =>
  `Refund of ${sum}${ofOrder(number)}`

/** The mail to the buyer. */
export const elsewhereMail = {
  given: (paise: number, how: GivenHow) =>
    `The payment provider did not accept our refund of ${priceText(paise)}, so we are refunding you ourselves, ${givenWayTexts[how]}. It will no longer go to the account or card you paid from.`,
  corrected: (paise: number, how: GivenHow) =>
    `Correction: we are refunding you ${priceText(paise)} ${givenWayTexts[how]}. Please disregard what we wrote earlier about how you would receive it.`,
  reference: (reference: string) => `Reference: ${reference}`,
  missing: 'If it does not reach you, please tell us.',
}

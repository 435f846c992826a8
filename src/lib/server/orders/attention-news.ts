import * as z from 'zod/mini'
import { attentionDetails } from '#lib/texts/page/attention.ts'

const sum = z.strictObject({ amount: z.number(), currency: z.string() })
const paise = z.number()

const newsSchema = z.discriminatedUnion('code', [
  z.strictObject({ code: z.literal('unknown'), given: sum, order: z.string() }),
  z.strictObject({ code: z.literal('amount'), given: sum, expected: sum }),
  z.strictObject({ code: z.literal('outside') }),
  z.strictObject({ code: z.literal('part'), refund: z.string(), paise, allPaise: paise }),
  z.strictObject({ code: z.literal('whole') }),
  z.strictObject({ code: z.literal('failed'), refund: z.string(), paise }),
  z.strictObject({ code: z.literal('pending'), refund: z.string(), paise }),
  z.strictObject({
    ...{ code: z.literal('twice'), refund: z.string(), paise },
    how: z.enum(['cash', 'upi', 'bank']),
  }),
  z.strictObject({ code: z.literal('former'), paise, provider: z.string() }),
  z.strictObject({ code: z.literal('closed'), number: z.string() }),
  z.strictObject({
    ...{ code: z.literal('disputed'), dispute: z.string(), paise, reason: z.string() },
    ...{ isHeld: z.boolean(), answerBy: z.nullable(z.number()) },
  }),
  z.strictObject({ code: z.literal('lost'), dispute: z.string(), paise }),
])

/** What has happened to a payment, as it is stored; it is put into words when shown. */
export type AttentionNews = z.infer<typeof newsSchema>

/** Distinguishes news with the same code about the same payment: the id of the refund or dispute, if there is one. */
export function newsKey(news: AttentionNews): string {
  if ('refund' in news) return news.refund
  return 'dispute' in news ? news.dispute : ''
}

/** Puts news of a payment into words. */
export function newsText(news: AttentionNews): string {
  switch (news.code) {
    case 'unknown':
      return attentionDetails.unknown(news.given, news.order)
    case 'amount':
      return attentionDetails.amount(news.given, news.expected)
    case 'part':
      return attentionDetails.part(news.refund, news.paise, news.allPaise)
    case 'failed':
    case 'pending':
      return attentionDetails[news.code](news.paise)
    case 'twice':
      return attentionDetails.twice(news.paise, news.how)
    case 'former':
      return attentionDetails.former(news.paise, news.provider)
    case 'closed':
      return attentionDetails.closed(news.number)
    case 'disputed':
      return attentionDetails.disputed(news)
    case 'lost':
      return attentionDetails.lost(news.paise)
    case 'outside':
    case 'whole':
      return attentionDetails[news.code]
  }
}

/** Puts stored news into words. @throws if it is not valid */
export const factsText = (facts: string): string => newsText(newsSchema.parse(JSON.parse(facts)))

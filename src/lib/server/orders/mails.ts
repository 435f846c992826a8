import { isDisputed } from './refunds/disputes.ts'
import { priceText } from '#lib/money.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import type { OrderMessage } from '#lib/server/mail/message-templates.ts'
import { queueMail, SHOP_ADDRESS } from '#lib/server/mail/queue-mail.ts'
import { type Phone, queueMessage } from '#lib/server/mail/queue-message.ts'
import { replyToShop } from '#lib/server/mail/reply-to.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import { isGuest } from '#lib/server/shopper/guests/guests.ts'
import { attentionMail } from '#lib/texts/page/attention.ts'
import { endMails, endMoneyTexts } from '#lib/texts/page/counter.ts'
import { guestTexts } from '#lib/texts/page/guests.ts'
import { refundSubject } from '#lib/texts/page/elsewhere.ts'
import { orderMails } from '#lib/texts/page/mails-orders.ts'
import { isPhoneProven } from './checkout/phone-proof.ts'
import { trackPath } from './guest-orders.ts'
import { readOrderLines } from './order-lines.ts'

type Receiver = { user_id: string | null; email: string; track?: string | null }

/** Who is told about an order, or about a payment that became none: then without a number. */
export type ToldBuyer = Receiver & Phone & { number?: string }

const MAX_SHORT = 400

/**
 * Queues the confirmation, in the transaction that makes the order: there are both or neither. Also as a text
 * message, which is all that a guest without an email gets.
 */
export async function mailConfirmation(trx: Trx, order: OrderRow): Promise<void> {
  const items = await readOrderLines(trx, order.id)
  const lines = items.map(({ title, pack, quantity, subtotal_paise }) =>
    orderMails.line({ title, pack, quantity, sum: priceText(subtotal_paise) }),
  )
  const total = priceText(order.amount_paise)
  const isPaid = order.payment_id !== null
  const said = isPaid ? orderMails.paid(total) : orderMails.due(total)
  const place = [
    order.fullname,
    order.street1,
    order.street2,
    order.city,
    order.zipcode,
    order.region,
  ]
  await mailTo(
    trx,
    order,
    orderMails.confirmed(order.number),
    [
      said,
      ...lines,
      orderMails.total(total),
      ...(order.arrives ? [orderMails.comes(order.arrives)] : []),
      ...((await isConfirmed(trx, order))
        ? [orderMails.place(place.filter(Boolean).join(', '))]
        : []),
    ],
    { isAsked: true },
  )
  // Otherwise anybody could have us text a stranger.
  if (!isPaid && !(await hasProvenPhone(trx, order))) return
  const pay = isPaid ? 'online' : 'cash'
  const message = { template: 'placed', sum: total, pay } as const
  await messageTo(trx, order, `${orderMails.confirmed(order.number)} ${said}`, message)
}

const hasProvenPhone = async (trx: Trx, { user_id, phone }: ToldBuyer): Promise<boolean> =>
  user_id !== null && isPhoneProven(trx, user_id, phone)

/**
 * Whether the mail address is confirmed. Otherwise anybody could have us mail their text, typed as an
 * address, to anyone.
 */
async function isConfirmed(trx: Trx, { user_id }: { user_id: string | null }): Promise<boolean> {
  if (user_id === null) return false
  const account = await trx
    .selectFrom('user')
    .select('email_verified')
    .where('id', '=', user_id)
    .executeTakeFirst()
  return Boolean(account?.email_verified)
}

/** Queues the notice of a refund: its reason, its amount, and whether it is the whole payment. */
export async function tellWholeRefund(
  trx: Trx,
  buyer: ToldBuyer,
  { reason, amountPaise, isAll }: { reason: string; amountPaise: number; isAll: boolean },
): Promise<void> {
  const amount = priceText(amountPaise)
  const why = orderMails.refundReasons[reason] ?? ''
  const lines = [why, orderMails.refundWay(amount, isAll)]
  const message = { template: 'refund', sum: amount, reason: why } as const
  await tellBuyer(trx, buyer, refundSubject(amount, buyer.number), lines, message)
}

/** Queues the notice that a refund could not be made and the owner has to see to it (F26). */
export async function tellDelay(trx: Trx, buyer: ToldBuyer, amountPaise: number): Promise<void> {
  const amount = priceText(amountPaise)
  const subject = orderMails.delayed(amount, buyer.number)
  const message = { template: 'delayed', sum: amount } as const
  await tellBuyer(trx, buyer, subject, orderMails.delayedLines(amount), message)
}

/** Queues the notice that an order was cancelled of which nothing is refunded now: that has a mail of its own. */
export async function tellCancelled(
  trx: Trx,
  order: OrderRow,
  { isAsked }: { isAsked: boolean },
): Promise<void> {
  const { subject, line } = endMails.cancelled
  const isHeld = order.payment_id !== null && (await isDisputed(trx, order.payment_id))
  const online = isHeld ? 'disputed' : 'refunded'
  const money = endMoneyTexts[order.payment_id === null ? 'cash' : online]
  const message = { template: 'cancelled', reason: '', money } as const
  if (!isAsked) return tellBuyer(trx, order, subject(order.number), [line, money], message)
  // Who cancels it themselves, as often as they like, has read it on the page.
  await mailTo(trx, order, subject(order.number), [money], { isAsked })
}

/** Queues a mail about an order and, as a guest may have no email, the same as a text message. */
export async function tellBuyer(
  trx: Trx,
  buyer: ToldBuyer,
  subject: string,
  paragraphs: string[],
  message: OrderMessage,
): Promise<void> {
  await mailTo(trx, buyer, subject, paragraphs)
  await messageTo(trx, buyer, [`${subject}.`, ...paragraphs].join(' '), message)
}

/**
 * Queues a text message about an order, at its end the tracking link if the order has one. The link lets its reader
 * cancel the order, so a number that may be mistyped does not get it.
 */
async function messageTo(
  trx: Trx,
  buyer: ToldBuyer,
  said: string,
  { template, ...more }: OrderMessage,
): Promise<void> {
  const link = (await hasProvenPhone(trx, buyer)) ? linkOf(buyer) : undefined
  const cut = said.slice(0, MAX_SHORT)
  const text = link === undefined ? cut : `${cut} ${orderMails.trackAt(link)}`
  const values = { ...more, number: buyer.number ?? '', link: link ?? '' }
  await queueMessage(trx, buyer, { text, template, values })
}

const linkOf = ({ track }: Receiver): string | undefined =>
  track ? SHOP_ADDRESS + trackPath(track) : undefined

/** Mails the shop's own address, if it has one, about a payment that needs attention. */
export async function mailAttention(
  trx: Trx,
  notice: { reason: string; action: string; detail: string; paymentRef: string },
): Promise<void> {
  const shop = await loadShop(trx)
  const to = mailAddressSchema.safeParse(shop.email)
  if (!to.success) return
  const title = attentionMail.subject(notice.reason)
  const paragraphs = [attentionMail.payment(notice.paymentRef, notice.detail), notice.action]
  const sender = attentionMail.sender(shop.name, SHOP_CALL)
  await queueMail(trx, { to: to.data, subject: title, ...writeMail({ title, paragraphs, sender }) })
}

/**
 * Queues a mail about an order to the account's stored address, and to the typed one only if there is no
 * account (A06); with the tracking link if the order has one.
 * @param isAsked whether the buyer can cause such mails as often as they like
 */
async function mailTo(
  trx: Trx,
  receiver: Receiver,
  title: string,
  paragraphs: string[],
  { isAsked = false } = {},
): Promise<void> {
  const to = mailAddressSchema.safeParse((await accountMail(trx, receiver)) ?? receiver.email)
  if (!to.success) return
  const shop = await loadShop(trx)
  const sender = [shop.legalname || shop.name, shop.address, shop.phone].filter(Boolean).join(', ')
  const subject = title.slice(0, 150)
  const href = linkOf(receiver)
  const action = href === undefined ? {} : { action: { label: guestTexts.track, href } }
  const isTyped = isAsked && !(await isConfirmed(trx, receiver))
  await queueMail(trx, {
    ...{ to: to.data, ...replyToShop(shop), subject, ...(isTyped && { isTyped }) },
    ...writeMail({ title, paragraphs, sender, ...action }),
  })
}

/** The mail address of the account, if the order belongs to one and not to a guest. */
async function accountMail(trx: Trx, { user_id }: Receiver): Promise<string | undefined> {
  if (user_id === null || (await isGuest(trx, user_id))) return undefined
  const account = await trx
    .selectFrom('user')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirst()
  return account?.email
}

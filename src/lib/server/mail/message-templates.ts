const STEP = ['sum', 'pay', 'back', 'rider', 'changes'] as const
const END = ['reason', 'money'] as const

/**
 * The text messages about orders, each with what it says beside `number` and `link`: whoever sends SMS in India
 * (DLT) or WhatsApp has to write them by templates approved beforehand. docs/orders.md describes them.
 */
export const ORDER_MESSAGES = {
  placed: ['sum', 'pay'],
  ...{ accepted: STEP, packed: STEP, out: STEP, delivered: STEP },
  ...{ cancelled: END, refused: END, undelivered: END, returned: END },
  changed: ['goods', 'sum', 'left', 'money'],
  less: ['off', 'reason', 'sum', 'left', 'money'],
  refund: ['sum', 'reason'],
  delayed: ['sum'],
  elsewhere: ['sum', 'how', 'reference'],
} as const

type Messages = typeof ORDER_MESSAGES

/** A message by its template and the values to fill in; '' where there is nothing to say. */
export type OrderMessage = {
  [T in keyof Messages]: { template: T } & Record<Messages[T][number], string>
}[keyof Messages]

/** What the message with a code for a phone says; its template is `code`. */
export const CODE_VALUES = ['code', 'shop', 'host'] as const
export type CodeValues = Record<(typeof CODE_VALUES)[number], string>

import type { Order } from '#lib/checkout/order.ts'

/** An order without what says who lives where: for a link that may have come to the wrong person. */
export function maskOrder(order: Order): Order {
  const [first = ''] = order.name.split(' ')
  const phonenumber = order.phonenumber.replaceAll(/\d(?=(?:\D*\d){2})/g, '•')
  return { ...order, name: first, address: '', phonenumber, email: '', note: '', userid: '' }
}

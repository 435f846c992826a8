import type { Order } from '#lib/checkout/order.ts'

/**
 * Removes from an order what tells who lives where, for a link that may have reached the wrong
 * person.
 */
export function maskOrder(order: Order): Order {
  const [first = ''] = order.name.split(' ')
  const phonenumber = order.phonenumber.replaceAll(/\d(?=(?:\D*\d){2})/g, '•')
  return { ...order, name: first, address: '', phonenumber, email: '', note: '', userid: '' }
}

import type { CheckoutRequest } from './checkout-request.ts'

/** The delivery address in the columns of an attempt. */
export function deliveryOf({ billing }: CheckoutRequest) {
  const { fullname, country, city, state, zipcode, phonenumber, email, note } = billing
  return {
    ...{ fullname, country, city, region: state, zipcode, phone: phonenumber, email, note },
    street1: billing.streetaddressline1,
    street2: billing.streetaddressline2,
  }
}

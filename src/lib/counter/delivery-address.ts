type Place = { street1: string; street2: string; city: string; zipcode: string; region: string }

/** Where an order is brought, in one line, as maps find it. */
export const deliveryAddress = ({ street1, street2, city, zipcode, region }: Place): string =>
  [street1, street2, city, zipcode, region].filter(Boolean).join(', ')

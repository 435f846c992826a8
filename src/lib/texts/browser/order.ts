/**
 * Messages about the order form and the placed order that the browser shows too; verbatim where a
 * rule gives the wording. Messages only the server uses are in page/order-answers.ts.
 */
export const orderMessages = {
  required: 'Please Fill all the required fields!',
  email: 'Please enter a valid email!',
  phone: 'Please enter a valid phone number!',
  pin: 'Please enter a PIN code of 6 digits!',
  state: 'This PIN code does not belong to that state. Please check both!',
  country: 'Please choose a country from the list!',
  tooLong: 'Please shorten this!',
  cardNumber: 'Please leave card numbers out of the note!',
  malformed: 'This could not be read. Please try again.',
  placed: 'Thank you! Your order is placed.',
} as const

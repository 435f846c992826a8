/**
 * What a browser, too, says of the form of an order and of its end: to the letter where a rule has it. What
 * only the server answers is in page/order-answers.ts.
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

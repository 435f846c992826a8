/** Texts beside address fields that were left empty. */
export const fillInMessages = {
  fullname: 'Please enter your full name.',
  country: 'Please enter the country.',
  streetaddressline1: 'Please enter house number and street.',
  streetaddressline2: '',
  city: 'Please enter the town or city.',
  state: 'Please enter the state.',
  zipcode: 'Please enter the PIN code.',
  phonenumber: 'Please enter a phone number.',
  email: 'Please enter an email address.',
  note: '',
} as const

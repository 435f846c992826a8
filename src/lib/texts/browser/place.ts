/**
 * Texts of the PIN code form, in its dialog and on its page, and of its result on product, cart and
 * checkout pages.
 */
export const placeTexts = {
  title: 'Do we deliver to you?',
  pin: 'PIN code',
  check: 'Check',
  deliverTo: 'Deliver to',
  yourPin: 'PIN code',
  deliverHere: 'Deliver here',
  deliverToPin: 'Deliver to this PIN code',
  usePosition: 'Use my location',
  positionHint: 'Your location is worked out on this device and never sent to anyone.',
  beginsWith: (city: string, digits: string) =>
    `You seem to be in ${city}. PIN codes there begin with ${digits}: please type the rest.`,
  locating: 'Finding your location…',
  noPosition: 'Your location could not be found. Please type your PIN code.',
  noCity: 'No city on our list is near you. Please type your PIN code.',
  checkPlace: 'Check delivery to your PIN code',
  change: 'Change',
  orCountry: 'Or choose a country',
  delivered: (place: string, when = '') => `Yes, we deliver to ${place}${when && `, ${when}`}.`,
  notDelivered: (place: string) => `We do not deliver to ${place} yet.`,
  asking: 'Checking…',
  malformed: 'Please enter a PIN code of 6 digits!',
  noAnswer: 'We could not check this. Please try again.',
} as const

/** What accounts say, to the letter where spec/storefront.md has it (§5, §8). */
export const accountMessages = {
  loginFirst: 'Please login first!',
  blank: {
    name: 'Name cannot be blank!',
    email: 'Email cannot be blank!',
    phone: 'Phone number cannot be blank!',
    password: 'Password cannot be blank!',
  },
  signedIn: 'Loggedin successfully!',
  signedOut: 'User logout Successfully!',
  signedUp: 'Registered successfully!',
  wrongPair: 'Invalid email or password!',
  verifyFirst: 'Please verify your email first: we have sent you a code!',
  busy: 'Very many people sign in just now; please try again in a moment!',
  malformed: {
    name: 'Please enter a name in one line, at most 80 characters!',
    email: 'Please enter a valid email!',
    phone: 'Please enter a valid phone number!',
    password: 'Please enter a valid password!',
  },
  refused: 'The shop cannot read that.',
  notYours: 'This belongs to somebody else!',
  tooMany: (seconds: number) =>
    seconds < 120
      ? `Too many attempts; please try again in ${seconds} seconds!`
      : `Too many attempts; please try again in ${Math.ceil(seconds / 60)} minutes!`,
} as const

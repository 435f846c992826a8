/** What every page may say about signing in and out. */
export const sessionMessages = {
  signIn: 'Sign In',
  loginFirst: 'Please login first!',
  loggedOut: 'User logout Successfully!',
  notLoggedOut: 'You are still signed in: the shop could not be reached. Please try again!',
  loseUnsent:
    'Your last changes to cart or list have not reached the shop yet. Log out all the same, and lose them?',
  account: (name: string) => `Account of ${name}`,
  menu: { myAccount: 'My account', orders: 'Orders', wishList: 'My WishList', logout: 'Logout' },
}

/** Texts about signing in and out that any page may need. */
export const sessionTexts = {
  signIn: 'Sign In',
  loginFirst: 'Please login first!',
  loggedOut: 'User logout Successfully!',
  notLoggedOut: 'You are still signed in: the shop could not be reached. Please try again!',
  loseUnsent:
    'Your latest changes to the cart or list have not been saved yet. Log out anyway and lose them?',
  account: (name: string) => `Account of ${name}`,
  menu: {
    myAccount: 'My account',
    orders: 'Orders',
    wishList: 'My WishList',
    desk: 'Desk',
    logout: 'Logout',
  },
}

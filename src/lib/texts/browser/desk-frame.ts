/** Texts of the frame around all pages of the desk. */
export const deskTexts = {
  title: 'Desk',
  navigation: 'Desk',
  skip: 'Skip to content',
  toShop: 'To the shop',
  today: 'Today',
  orders: 'Orders',
  products: 'Products',
  more: 'More',
  signedInAs: (name: string) => `Signed in as ${name}`,
  account: 'My account',
  logout: 'Logout',
  moreLead: 'What else there is for you.',
} as const

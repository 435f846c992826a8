/** Texts of the frame around all pages of the desk. */
export const deskTexts = {
  title: 'Desk',
  navigation: 'Desk',
  skip: 'Skip to content',
  toShop: 'To the shop',
  today: 'Today',
  orders: 'Orders',
  stock: 'Stock',
  products: 'Products',
  cash: 'Cash book',
  more: 'More',
  signedInAs: (name: string) => `Signed in as ${name}`,
  account: 'My account',
  logout: 'Logout',
} as const

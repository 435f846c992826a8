/** Texts of the offline page. */
export const offlinePageTexts = {
  title: 'You are offline',
  unseen:
    'You have not opened this page before, so it is not on this device. It will open by itself when you are back online.',
  unsent:
    'What you sent may not have reached the shop. Nothing is lost: try again when you are back online, or go back to the form.',
  again: 'Try again',
  kept: 'On this device',
  cart: 'Cart',
  list: 'My List',
  orders: 'Orders',
}

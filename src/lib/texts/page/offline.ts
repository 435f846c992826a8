/** The page for what was never seen, where there is no network. */
export const offlinePageMessages = {
  title: 'You are offline',
  unseen:
    'This page was not opened before, so it is not on this device. It opens by itself when the network is back.',
  unsent:
    'What you sent did not reach the shop. Nothing is lost: try again when the network is back, or go back to the form.',
  again: 'Try again',
  kept: 'On this device',
  cart: 'Cart',
  list: 'My List',
  orders: 'My Orders',
}

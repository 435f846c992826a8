/** The line at the top of a page that the network does not reach; a phone shows some 50 letters of it. */
export const offlineMessages = {
  offline: 'You are offline. What you add will be sent later.',
  kept: (moment: string) => `Offline: this page is from ${moment}`,
  keptSlow: (moment: string) => `Slow network: this page is from ${moment}`,
  back: 'Back online: reload to see the page as it is now',
}

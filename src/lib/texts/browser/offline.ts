/**
 * The note in the header while the network is unreachable; a phone has room for some 50 characters.
 */
export const offlineTexts = {
  offline: 'You are offline. What you add will be sent later.',
  kept: (moment: string) => `Offline: this page is from ${moment}`,
  keptSlow: (moment: string) => `Slow network: this page is from ${moment}`,
  back: 'Back online: reload to see the page as it is now',
}

/** Texts of the switch for push notifications on this device. */
export const pushTexts = {
  title: 'New orders on this device',
  lead: 'You are notified even when the desk is closed. The shop also gets an email about every order.',
  turnOn: 'Notify this device of new orders',
  turnOff: 'Stop notifying this device',
  isOn: 'This device is notified of new orders.',
  blocked:
    'This browser blocks notifications from the shop. You can allow them in its settings for this site.',
  unsupported:
    'This browser cannot show notifications. On an iPhone, put the shop on the home screen first (Share, Add to Home Screen) and open it there.',
  failed: 'That did not work. Please try again.',
}

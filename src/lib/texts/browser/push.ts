/** Texts of the switch for messages on this device. */
export const pushTexts = {
  title: 'New orders on this device',
  lead: 'A message comes also when the desk is closed. The shop gets a mail of each order in any case.',
  turnOn: 'Tell this device of new orders',
  turnOff: 'Stop telling this device',
  isOn: 'This device is told of new orders.',
  blocked:
    'This browser was told to show no messages of the shop. Its settings for this site change that.',
  unsupported:
    'This browser cannot show messages. On an iPhone, put the shop on the home screen first (Share, Add to Home Screen) and open it there.',
  failed: 'That did not work. Please try again.',
}

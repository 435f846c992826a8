// A device whose session ended is no longer told whose order it is. After the next sign-in it is, again.
const isDue = 'renewPush' in document.body.dataset && 'Notification' in globalThis

if (isDue && Notification.permission === 'granted') {
  void import('#stores/push.ts').then(({ renewPush }) => renewPush())
}

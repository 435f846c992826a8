import { atom } from 'nanostores'
import { post } from '#lib/api-client.ts'
import { PUSH_FORGET_PATH, PUSH_PATH, pushKeySchema } from '#lib/counter/push.ts'

/** Whether this device is notified of new orders. */
export type PushState =
  'unknown' | 'unsupported' | 'blocked' | 'off' | 'turningOn' | 'on' | 'turningOff' | 'failed'

export const $push = atom<PushState>('unknown')

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Finds out the current state. */
export async function loadPushState(): Promise<void> {
  if (!isSupported()) return $push.set('unsupported')
  if (Notification.permission === 'denied') return $push.set('blocked')
  $push.set((await findSubscription()) ? 'on' : 'off')
}

/** Whether a press is still being carried out; another one does nothing. */
export const isTurning = (state: PushState): boolean => state.startsWith('turning')

/** Asks for permission and subscribes this browser to the shop's push messages. */
export async function turnPushOn(): Promise<void> {
  if (isTurning($push.get())) return
  $push.set('turningOn')
  try {
    if ((await Notification.requestPermission()) !== 'granted') return $push.set('blocked')
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    const { pushManager } = await navigator.serviceWorker.ready
    const response = await fetch(PUSH_PATH)
    const { key } = pushKeySchema.parse(await response.json())
    const options = { userVisibleOnly: true, applicationServerKey: key }
    const subscription = await pushManager.subscribe(options)
    if (isDone(await send(subscription))) return $push.set('on')
    await subscription.unsubscribe()
    $push.set('failed')
  } catch {
    $push.set('failed')
  }
}

/** Ties this browser's subscription, if it has one, to the session of now. */
export async function renewPush(): Promise<void> {
  const subscription = await findSubscription().catch(() => null)
  if (subscription) await send(subscription)
}

function send(subscription: PushSubscription): Promise<unknown> {
  const { endpoint, keys = {} } = subscription.toJSON()
  return post(PUSH_PATH, { endpoint, ...keys })
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  const worker = await navigator.serviceWorker.getRegistration()
  return worker?.pushManager.getSubscription()
}

/** Ends this device's subscription. */
export async function turnPushOff(): Promise<void> {
  if (isTurning($push.get())) return
  $push.set('turningOff')
  try {
    const subscription = await findSubscription()
    if (subscription) {
      await post(PUSH_FORGET_PATH, { endpoint: subscription.endpoint })
      await subscription.unsubscribe()
    }
    $push.set('off')
  } catch {
    $push.set('failed')
  }
}

const isDone = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'error' in answer && answer.error === false

import type { PushMessage } from '#lib/counter/push.ts'
import { scope } from './scope.ts'

/** Shows a push message; browsers demand a notification for each one. */
export async function showPush(event: PushEvent): Promise<void> {
  const { title, body, path, tag } = read(event)
  await scope.registration.showNotification(title, { body, tag, data: path, icon: '/icon.svg' })
}

/** Parsed by hand, as a schema library would weigh more than the whole worker. */
function read(event: PushEvent): PushMessage {
  const sent = parse(event)
  const text = (name: keyof PushMessage, otherwise: string): string => {
    const value: unknown = sent && Reflect.get(sent, name)
    return typeof value === 'string' ? value : otherwise
  }
  const path = text('path', DESK)
  return { title: text('title', DESK), body: text('body', ''), path, tag: text('tag', path) }
}

const DESK = '/desk'

function parse({ data }: PushEvent): object | undefined {
  try {
    const value: unknown = data?.json()
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Opens the order, in a desk window if one is open. */
export async function openPushed({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const path: unknown = notification.data
  if (typeof path !== 'string' || !path.startsWith(DESK)) return
  const windows = await scope.clients.matchAll({ type: 'window' })
  const desk = windows.find(({ url }) => new URL(url).pathname.startsWith(DESK))
  const opened = desk && (await desk.navigate(path).catch(() => null))
  await (opened ? opened.focus() : scope.clients.openWindow(path))
}

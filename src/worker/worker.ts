// The service worker: pages seen before are there without network, and submitted forms get a clear
// answer. Nothing of desk, checkout and accounts is stored, and no API call is touched.
import { savesData } from '#lib/browser/connection.ts'
import { fetchSeen, keepPersonal, noteSeen } from './ahead.ts'
import { answerPicture, answerScript, keepFiles } from './files.ts'
import { dropOthers, forgetOwn, noteChange } from './kept.ts'
import { endsSession, isPlainForm, kindOf } from './kinds.ts'
import { answerPage, keepOfflinePage, keepOpenPages, offlinePage } from './pages.ts'
import { openPushed, showPush } from './push.ts'
import { parts, scope } from './scope.ts'

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', answer)
scope.addEventListener('push', (event) => event.waitUntil(showPush(event)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPushed(event)))
// Sent by a page of a signed-in shopper, some time after it was loaded.
scope.addEventListener('message', (event) => event.waitUntil(keepPersonal().catch(() => {})))

/**
 * Takes over at once: pages and scripts refer to each other by content hash, so old and new ones
 * can coexist.
 */
async function install(): Promise<void> {
  await scope.skipWaiting()
  await keepOfflinePage()
  const ahead = savesData() ? keepOpenPages() : keepFiles(parts).then(keepOpenPages)
  await ahead.catch((error: unknown) => console.warn('Not all could be kept:', error))
}

async function activate(): Promise<void> {
  await noteSeen()
  await dropOthers()
  // The browser requests a page while the worker is still starting.
  await scope.registration.navigationPreload?.enable()
}

function answer(event: FetchEvent): void {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  const isForm = request.mode === 'navigate'
  if (request.method !== 'GET') event.waitUntil(noteChange(isForm ? 'all' : 'own'))
  if (endsSession(request.method, pathname)) event.waitUntil(forgetOwn())
  if (request.mode === 'navigate') event.waitUntil(fetchSeen().catch(() => {}))
  const way = wayOf(request, pathname)
  if (way) event.respondWith(way(event))
}

type Way = (event: FetchEvent) => Promise<Response>

const sendForm: Way = (event) =>
  fetch(event.request)
    .then((answer) => noteRedirect(event, answer, 'all'))
    .catch(() => offlinePage(true))
const onlyNetwork: Way = (event) =>
  event.preloadResponse
    .then((found: unknown) => (found instanceof Response ? found : fetch(event.request)))
    .then((answer) => noteRedirect(event, answer, 'minute'))
    .catch(() => offlinePage())

/** Notes that the next page has the answer to this one, and perhaps a message. */
function noteRedirect(event: FetchEvent, answer: Response, reach: 'all' | 'minute'): Response {
  if (answer.type === 'opaqueredirect') event.waitUntil(noteChange(reach))
  return answer
}

function wayOf(request: Request, path: string): Way | undefined {
  const { method, mode, headers } = request
  if (mode === 'navigate' && method === 'POST') return isPlainForm(path) ? sendForm : undefined
  if (method !== 'GET') return undefined
  const kind = kindOf(path)
  if (kind === 'script') return answerScript
  if (kind === 'picture') return answerPicture
  if (kind === 'none') return mode === 'navigate' ? onlyNetwork : undefined
  const isAsked = mode === 'navigate' || headers.get('accept') === 'text/html'
  return isAsked || path.startsWith('/quick/') ? answerPage : undefined
}

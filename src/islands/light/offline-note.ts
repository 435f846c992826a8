// The line at the top of a page that the network does not reach; it comes when there is something to say.
import { offlineMessages } from '#lib/texts/browser/offline.ts'
import { announce } from '#islands/kit/announce.ts'

const line = document.querySelector<HTMLElement>('[data-line]')
const promise = line?.textContent ?? ''
/** When this page was kept: the worker says it of a copy (worker/pages.ts). */
const keptAt = Number(document.body.dataset['kept'])

/** The first line of the header says it as long as it is so, also to whoever has scrolled. */
function show(text: string): void {
  if (!line) return
  line.textContent = text || promise
  line.parentElement?.style.setProperty('top', text && '0')
  if (text) announce(text)
}

function showState(): void {
  const moment = new Date(keptAt).toLocaleString('en-IN', {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  })
  if (!navigator.onLine) show(keptAt ? offlineMessages.kept(moment) : offlineMessages.offline)
  else if (keptAt) show(offlineMessages.keptSlow(moment))
}

addEventListener('offline', showState)
addEventListener('online', () => show(keptAt ? offlineMessages.back : ''))
showState()

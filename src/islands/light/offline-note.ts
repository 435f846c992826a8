// The note in the header while the network is unreachable. Loaded only when there is something to
// say.
import { offlineTexts } from '#lib/texts/browser/offline.ts'
import { announce } from '#islands/kit/announce.ts'

const line = document.querySelector<HTMLElement>('[data-line]')
const promise = line?.textContent ?? ''
/**
 * When this copy of the page was stored; set by the service worker (worker/pages.ts). NaN for a
 * fresh page.
 */
const keptAt = Number(document.body.dataset['kept'])

/**
 * Shows a text in the header's first line and keeps it in sight while scrolling; an empty text
 * restores the usual line.
 */
function show(text: string): void {
  if (!line) return
  line.textContent = text || promise
  line.parentElement?.style.setProperty('top', text && '0')
  // With large text a note takes several lines.
  line.style.cssText = text && 'height:auto;white-space:normal'
  if (text) announce(text)
}

function showState(): void {
  const moment = new Date(keptAt).toLocaleString('en-IN', {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  })
  if (!navigator.onLine) show(keptAt ? offlineTexts.kept(moment) : offlineTexts.offline)
  else if (keptAt) show(offlineTexts.keptSlow(moment))
}

addEventListener('offline', showState)
addEventListener('online', () => show(keptAt ? offlineTexts.back : ''))
showState()

import { useEffect, useState } from 'react'
import { announce } from '#islands/kit/announce.ts'
import { useLive } from '#islands/wake/use-live.ts'
import type { UploadStatus } from '#lib/desk/uploads.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { followList } from '#stores/desk-uploads.ts'
import { progressTeller } from './tell-progress.ts'

type Props = { id: string; start: UploadStatus }

/** Shows how far the work on a list is, and reloads the page when it is done. */
export function ListProgress({ id, start }: Props) {
  const live = useLive<HTMLElement>()
  const [{ text, ratio }, show] = useState(start)

  // An effect, since nobody presses anything here: having the page open is the request.
  useEffect(() => {
    const tell = progressTeller(announce)
    const stop = followList(id, (status) => {
      const isOver = status === 'gone' || status.state !== start.state || status.isLive
      if (isOver) {
        stop()
        return location.reload()
      }
      show(status)
      tell(status.text, status.ratio)
    })
    return stop
  }, [id, start.state])

  return (
    <section
      ref={live}
      className="mt-4 grid gap-3 rounded-box border border-base-300 bg-base-100 p-5"
      aria-labelledby="working"
    >
      <h2 className="text-lg font-bold" id="working">
        {start.state === 'published' ? deskListTexts.goingLive : deskListTexts.working}
      </h2>
      <progress
        className="progress progress-primary"
        max="1"
        value={ratio}
        aria-labelledby="working"
      />
      <p className="font-semibold">{text || deskListTexts.checking}</p>
      <noscript>
        <a className="link" href={`/desk/uploads/${id}`}>
          {deskListTexts.reload}
        </a>
      </noscript>
    </section>
  )
}

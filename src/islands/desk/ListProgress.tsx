import { useEffect, useState } from 'react'
import { useLive } from '#islands/kit/use-live.ts'
import type { UploadStatus } from '#lib/desk.ts'
import { pause } from '#lib/pause.ts'
import { deskMessages as messages } from '#lib/texts/browser/desk.ts'
import { readListStatus } from '#stores/desk-uploads.ts'

const LOOK_EVERY_MS = 400

type Props = { id: string; start: UploadStatus }

/** How far the work on a list is; the page comes anew when it is done. */
export function ListProgress({ id, start }: Props) {
  const live = useLive<HTMLElement>()
  const [{ text, ratio }, show] = useState(start)

  // Nobody presses anything here: that the page is open is the wish to know.
  useEffect(() => {
    let isOver = false
    void watch(id, start.state, (status) => {
      if (!isOver) show(status)
      return !isOver
    })
    return () => {
      isOver = true
    }
  }, [id, start.state])

  return (
    <section
      ref={live}
      className="mt-4 grid gap-3 rounded-box border border-base-300 bg-base-100 p-5"
      aria-labelledby="working"
    >
      <h2 className="text-lg font-bold" id="working">
        {start.state === 'published' ? messages.goingLive : messages.working}
      </h2>
      <progress
        className="progress progress-primary"
        max="1"
        value={ratio}
        aria-labelledby="working"
      />
      <p className="font-semibold" role="status">
        {text || messages.checking}
      </p>
      <noscript>
        <a className="link" href={`/desk/uploads/${id}`}>
          {messages.reload}
        </a>
      </noscript>
    </section>
  )
}

/** Looks until another state is reached; what the desk does not say is looked for again. */
async function watch(
  id: string,
  state: string,
  tell: (status: UploadStatus) => boolean,
): Promise<void> {
  for (;;) {
    const status = await readListStatus(id)
    const isOver = status === 'gone' || (status && (status.state !== state || status.isLive))
    if (isOver) return location.reload()
    if (status && !tell(status)) return
    await pause(LOOK_EVERY_MS)
  }
}

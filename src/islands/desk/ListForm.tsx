import { type DragEvent, type SubmitEvent, useRef, useState } from 'react'
import { announce } from '#islands/kit/announce.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { Reading } from './Reading.tsx'
import { progressTeller } from './tell-progress.ts'

/** How far the upload of a list is. */
type Sending = { kind: 'no'; text: string } | { kind: 'yes'; percent: number }

/** The form for uploading a list: takes a dropped file, and shows how much has been sent. */
export function ListForm() {
  const live = useLive<HTMLFormElement>()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [sending, setSending] = useState<Sending>({ kind: 'no', text: '' })

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    if (!input.current || sending.kind === 'yes') return
    setSending({ kind: 'no', text: files.length > 1 ? deskListTexts.oneFile : '' })
    if (files.length !== 1) return
    input.current.files = files
    input.current.focus()
  }

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending.kind === 'yes') return
    const tell = progressTeller(announce)
    const show = (percent: number) => {
      setSending({ kind: 'yes', percent })
      tell(deskListTexts.sending(percent), percent / 100)
    }
    show(0)
    const body = new FormData(event.currentTarget)
    // Not loaded before, as it makes up a third of the page's bytes.
    const loaded = await import('#stores/desk-uploads.ts').catch(() => undefined)
    const { path, msg } = loaded
      ? await loaded.sendList(body, show)
      : { msg: deskListTexts.notSent }
    if (path !== undefined) return location.assign(path)
    setSending({ kind: 'no', text: msg })
  }

  return (
    <form
      ref={live}
      className="grid gap-4"
      action="/api/desk/uploads"
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => void send(event)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label
        className={`grid cursor-pointer justify-items-center gap-1.5 rounded-box border-2 border-dashed p-6 text-center ${isOver ? 'border-primary bg-primary/10' : 'border-edge bg-base-200'}`}
        htmlFor="desk-file"
      >
        <strong className="text-lg">{deskListTexts.drop}</strong>
        <span>{deskListTexts.file}</span>
        <span className="text-muted">{deskListTexts.dropHint}</span>
        <input
          ref={input}
          className="file-input mt-2 w-full max-w-sm border-edge"
          id="desk-file"
          type="file"
          name="file"
          accept=".xlsx,.csv,.tsv,.txt,.zip,text/csv,application/zip"
          required
          onChange={() => setSending({ kind: 'no', text: '' })}
        />
      </label>
      <Reading />
      <button className="btn justify-self-start btn-primary">{deskListTexts.check}</button>
      <p className="font-semibold empty:absolute" role="status">
        {sending.kind === 'no' && sending.text}
      </p>
      {sending.kind === 'yes' && (
        <>
          <p className="font-semibold">{deskListTexts.sending(sending.percent)}</p>
          <progress
            className="progress progress-primary"
            max="100"
            value={sending.percent}
            aria-label={deskListTexts.bring}
          />
        </>
      )}
    </form>
  )
}

import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { BusyCover } from '#islands/kit/BusyCover.tsx'
import { Hint } from '#islands/kit/Field.tsx'
import { useIsLive } from '#islands/wake/use-is-live.ts'
import { firstLetter } from '#lib/account/session.ts'
import { MAX_PORTRAIT_MIB } from '#lib/limits.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { accountTexts } from '#lib/texts/browser/account-screens.ts'
import { formMessages } from '#lib/texts/browser/form.ts'
import { savePicture } from '#stores/profile.ts'
import { askToLogin } from '#stores/session.ts'
import { type Alert, showAlert } from '#stores/toast.ts'
import type { OwnProfile } from './ProfileForm.tsx'

/**
 * File types the server accepts. It looks at the content; a browser can only go by the type
 * (S-146).
 */
const TYPES = ['image/jpeg', 'image/png', 'image/jpg', 'image/webp']
const MAX_BYTES = MAX_PORTRAIT_MIB * 2 ** 20

/** What is said of one picture is outdated once there is something to say of the next. */
const tell = (msg: string, color: Alert['color'] = 'success') =>
  showAlert(msg, color, undefined, 'portrait')

type Props = { userid: string; profile: OwnProfile }

/** The shopper's picture: a newly chosen one is shown at once and uploaded (S-093). */
export function PictureForm({ userid, profile: { name, images } }: Props) {
  const [kept] = images
  const [shown, show] = useState(kept && `/uploads/${kept}`)
  const [isBusy, setBusy] = useState(false)
  const isLive = useIsLive()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // A file was chosen before this code was loaded.
    if (input.current?.files?.length) input.current.dispatchEvent(new Event('change', BUBBLES))
  }, [])

  async function take({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = currentTarget.files ?? []
    if (!file || isBusy) return
    currentTarget.value = ''
    if (!TYPES.includes(file.type)) return tell(accountFormMessages.pictureRefused, 'error')
    if (file.size > MAX_BYTES) return tell(accountFormMessages.pictureTooLarge, 'error')
    const before = shown
    setBusy(true)
    show(await readPicture(file))
    const answer = await savePicture(userid, file).catch(() => undefined)
    setBusy(false)
    if (answer && !answer.error) return tell(answer.msg)
    // A picture that was not saved must not stay on the screen (S-199).
    show(before)
    if (answer?.code === 'signedOut') askToLogin()
    else tell(answer?.msg ?? formMessages.unreachable, 'error')
  }

  return (
    <form
      className="relative flex flex-wrap items-center gap-4"
      action="/api/user/uploadfiles"
      method="post"
      encType="multipart/form-data"
      aria-busy={isBusy || undefined}
    >
      <input type="hidden" name="userid" value={userid} />
      <label className="relative cursor-pointer rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
        <span className="relative grid size-28 place-items-center overflow-hidden rounded-full border border-base-300 bg-base-200 text-4xl font-bold text-primary">
          {shown ? (
            <img
              className="size-full object-cover"
              src={shown}
              alt={accountTexts.picture}
              width="112"
              height="112"
            />
          ) : (
            <span className="pb-8" aria-hidden="true">
              {firstLetter(name)}
            </span>
          )}
          <span className="absolute inset-x-0 bottom-0 bg-neutral/80 px-2 py-1.5 text-center text-xs text-balance text-neutral-content">
            {accountTexts.choosePicture}
          </span>
        </span>
        <input
          ref={input}
          className="sr-only"
          type="file"
          name="images"
          accept="image/jpeg,image/png,image/webp"
          aria-describedby="picture-hint"
          onChange={(event) => void take(event)}
        />
      </label>
      <p className="grid gap-2">
        <Hint id="picture-hint">{accountTexts.pictureHint}</Hint>
        {!isLive && <button className="btn">{accountTexts.uploadPicture}</button>}
      </p>
      <BusyCover isShown={isBusy} />
    </form>
  )
}

const BUBBLES = { bubbles: true }

function readPicture(file: File): Promise<string> {
  const reader = new FileReader()
  reader.readAsDataURL(file)
  return new Promise((resolve) =>
    reader.addEventListener('loadend', () => resolve(String(reader.result ?? ''))),
  )
}

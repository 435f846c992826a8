import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { closeOutside } from '#islands/kit/close-outside.ts'
import { Icon } from '#islands/kit/Icon.tsx'
import { close as closeIcon } from '#islands/kit/icons.ts'
import { showDialog } from '#islands/kit/show-dialog.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'

type Props = {
  titleId: string
  /** Classes for the position and, in `box`, for the width. */
  placement: string
  box: string
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open as long as it is rendered. Escape, × and the backdrop close it. */
export function Sheet({ titleId, placement, box, isBusy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown) closeOutside(shown)
    if (shown && !shown.open) showDialog(shown)
    // Closing it before removal returns the focus to where it came from.
    return () => {
      shown?.close()
      // Its own events come when it is in no page any more, nor what follows them (toast-box.ts).
      shown?.dispatchEvent(new Event('toggle'))
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`modal ${placement}`}
      aria-labelledby={titleId}
      aria-busy={isBusy}
      onClose={onClose}
    >
      <div className={`modal-box p-4 ${box}`}>
        <button
          type="button"
          className="btn absolute top-2 right-2 z-20 btn-circle bg-base-100/90 btn-ghost"
          aria-label={purchaseTexts.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon of={closeIcon} className="size-6" />
        </button>
        {children}
      </div>
    </dialog>
  )
}

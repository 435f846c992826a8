/**
 * Closes a modal dialog by a press on its backdrop, which has the dialog itself as its target. A press
 * that begins inside, such as one that selects a text, and ends outside has so too: it closes nothing.
 */
export function closeOutside(dialog: HTMLDialogElement): void {
  let began: EventTarget | null
  dialog.addEventListener('pointerdown', ({ target }) => (began = target))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && began === dialog) dialog.close()
  })
}

/**
 * Closes a modal dialog by a press on its backdrop, which has the dialog itself as its target. A press
 * that begins or ends inside, such as one that selects a text, has so too: it closes nothing.
 */
export function closeOutside(dialog: HTMLDialogElement): void {
  let [began, ended]: (EventTarget | null)[] = []
  dialog.addEventListener('pointerdown', ({ target }) => (began = target))
  dialog.addEventListener('pointerup', ({ target }) => (ended = target))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && began === dialog && ended === dialog) dialog.close()
  })
}

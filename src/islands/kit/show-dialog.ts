/**
 * Opens a modal dialog and says so by a `toggle` event, which dialogs have only since Chrome 132,
 * Firefox 133 and Safari 26. Where it comes twice, that is harmless.
 */
export function showDialog(dialog: HTMLDialogElement): void {
  dialog.showModal()
  dialog.dispatchEvent(new Event('toggle'))
}

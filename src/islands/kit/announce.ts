/** After so long a live region is known to screen readers. */
export const FILL_MS = 99

let region: HTMLElement | undefined

/** Has screen readers read out a text without moving the focus. */
export function announce(text: string): void {
  // An `output` is a live region by itself.
  const said = (region ??= document.createElement('output'))
  said.className = 'sr-only'
  // While a modal dialog is open, nothing outside it is read out.
  const around = document.querySelector('dialog:modal') ?? document.body
  if (said.parentElement !== around) around.append(said)
  // What a region holds as it comes into the page is not read out, nor a text that it has already.
  said.textContent = ''
  setTimeout(() => (said.textContent = text), FILL_MS)
}

/** Shows the print button, which needs script; the browser's own menu prints without it. */
const button = document.querySelector<HTMLButtonElement>('[data-print]')
if (button) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

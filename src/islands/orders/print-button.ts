/** Without script the browser's own menu prints; with it there is a button. */
const button = document.querySelector<HTMLButtonElement>('[data-print]')
if (button) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

const LOOK = 'btn btn-circle size-[44px] border-edge bg-base-100 aria-disabled:opacity-50'

/** Makes a round button with an icon, as rows and banners use it. */
export function roundButton(shapes: string, label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = LOOK
  button.ariaLabel = label
  button.addEventListener('click', act)
  showIcon(button, shapes)
  return button
}

/** Shows an icon from kit/icons.ts in a button. */
export function showIcon(button: HTMLButtonElement, shapes: string): void {
  button.innerHTML = `<svg class="icon size-5" viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`
}

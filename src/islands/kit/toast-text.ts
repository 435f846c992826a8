/** Where the words of a toast stand: there before them, or a screen reader would not say them. */
export function toastText(place: Element): HTMLElement {
  const known = place.querySelector('p')
  if (known) return known
  const text = document.createElement('p')
  text.role = 'status'
  place.append(text)
  return text
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether a field differs from what the page came with. */
function isFieldChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const shown = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(shown, 0)
  }
  if (field.type === 'hidden') return false
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type))
    return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

const isChanged = (form: HTMLFormElement) =>
  form.method === 'post' && [...form.elements].some((one) => isField(one) && isFieldChanged(one))

/** While a form is being sent, nothing is lost by leaving. */
let isSending = false
addEventListener('pageshow', () => (isSending = false))
document.addEventListener('input', () => (isSending = false))

addEventListener('beforeunload', (event) => {
  if (!isSending && [...document.forms].some(isChanged)) event.preventDefault()
})

/**
 * A form may name another one (`data-after`) whose changes would be lost with it: it is not sent before those are
 * saved, and the text in it that says so (`data-unsaved`) is shown.
 */
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  const other = document.querySelector(`form[id="${form.dataset['after'] ?? ''}"]`)
  const isHeld = other instanceof HTMLFormElement && isChanged(other)
  const notice = form.querySelector('[data-unsaved]')
  if (notice instanceof HTMLElement) notice.hidden = !isHeld
  if (isHeld) event.preventDefault()
  else if (form.method === 'post') isSending = true
})

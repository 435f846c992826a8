// Tells what is wrong in the contact form beside each field, in the page's own words, as the server
// does without script (contact.astro); what the browser cannot see is left to the server.

type Input = HTMLInputElement | HTMLTextAreaElement

/** Whether a text will do: blanks alone are none, and count for no length. */
const isRight = (input: Input): boolean =>
  input.checkValidity() && input.value.trim().length >= Math.max(input.minLength, 1)

/** Shows or hides the text below a field; a screen reader reads it with the field. */
function mark(input: Input, isFaulty: boolean): void {
  const fault = document.getElementById(`${input.id}-fault`)
  if (!fault) return
  fault.hidden = !isFaulty
  input.ariaInvalid = isFaulty ? 'true' : null
  if (isFaulty) input.setAttribute('aria-describedby', fault.id)
  else input.removeAttribute('aria-describedby')
}

const form = document.querySelector<HTMLFormElement>('form[action="/api/contact"]')
const inputs = form?.querySelectorAll<Input>('[required]') ?? []
if (form) form.noValidate = true
form?.addEventListener('submit', (event) => {
  const faulty = [...inputs].filter((input) => !isRight(input))
  for (const input of inputs) mark(input, faulty.includes(input))
  if (faulty.length > 0) event.preventDefault()
  faulty[0]?.focus()
})
for (const input of inputs) input.addEventListener('input', () => mark(input, false))

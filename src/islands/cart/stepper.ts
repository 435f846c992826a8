/** − and + beside a number: they keep to its ends, and never leave the button. */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-step]')
  const field = button && fieldOf(button)
  if (!button || !field) return
  const before = field.value
  if (Number(button.dataset['step']) > 0) field.stepUp()
  else field.stepDown()
  show(field)
  if (field.value !== before) field.dispatchEvent(new Event('change', { bubbles: true }))
})

// What is typed comes back to the nearest number that is allowed.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest('.stepper')) return
  const { max, min, valueAsNumber } = target
  const whole = Number.isNaN(valueAsNumber) ? Number(min) : Math.floor(valueAsNumber)
  target.value = String(Math.min(Math.max(whole, Number(min)), Number(max)))
  show(target)
})

/** A button at its end stays where it is, with its focus. */
function show(field: HTMLInputElement): void {
  const stepper = field.closest('.stepper')
  const set = (step: string, isEnd: boolean) =>
    stepper?.querySelector(`[data-step='${step}']`)?.setAttribute('aria-disabled', String(isEnd))
  set('-1', Number(field.value) <= Number(field.min))
  set('1', Number(field.value) >= Number(field.max))
}

const fieldOf = (button: Element) =>
  button.closest('.stepper')?.querySelector<HTMLInputElement>('input')

import type { AccountAnswer } from '#lib/account/account-answers.ts'
import { formTexts } from '#lib/texts/browser/form.ts'
import { sessionMessages } from '#lib/texts/browser/session.ts'
import { askToLogin } from '#stores/session.ts'
import { closeAlert, showAlert } from '#stores/toast.ts'
import { announce } from '#islands/kit/announce.ts'
import { firstInput } from '#islands/kit/first-input.ts'
import './password-field.ts'

/** How answers are read; the schemas come with the first input, and no sooner. */
export const answers = () => import('#lib/account/account-answers.ts')
void firstInput().then(answers)

/** What is wrong with a form, at which field. */
export type Fault = { field: string; msg: string }

type Handlers<Answer> = {
  /** The first fault that the browser itself can see, in the order of S-136 and S-137. */
  check: (values: FormData) => Fault | undefined
  /** Sends the form; undefined when no answer came, which never leaves the form busy. */
  send: (values: FormData) => Promise<Answer | undefined>
  onDone: (answer: Answer) => void
  /** What a refusal calls for beside its message. */
  onRefused?: (msg: string) => void
  /** Said when no answer came. */
  failed?: string
}

/**
 * Has a script send a form that works without it: faults stand beside their fields and are said, a
 * cover shows that the form is on its way, and what was typed stays.
 */
export function enhanceForm<Answer extends AccountAnswer>(
  form: HTMLFormElement,
  handlers: Handlers<Answer>,
): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!form.ariaBusy) void submit(form, handlers)
  })
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) showFault(form, target.name, '')
  })
  // A page that comes back from the browser's own store shows what it showed when it was left.
  addEventListener('pageshow', () => setBusy(form, false))
}

async function submit<Answer extends AccountAnswer>(
  form: HTMLFormElement,
  { check, send, onDone, onRefused, failed = formTexts.unreachable }: Handlers<Answer>,
): Promise<void> {
  const values = new FormData(form)
  clearFaults(form)
  // What the last try was told is over; what this one will be told must not wait for it.
  closeAlert()
  const fault = check(values)
  if (fault) return void pointOut(form, fault)
  setBusy(form, true)
  const answer = await send(values).catch(() => undefined)
  setBusy(form, false)
  if (!answer) return showAlert(failed, 'error')
  if (!answer.error) return onDone(answer)
  const { field, msg } = answer
  // The session has ended elsewhere (F47).
  if (msg === sessionMessages.loginFirst) return askToLogin()
  onRefused?.(msg)
  if (!field || !pointOut(form, { field, msg })) showAlert(msg, 'error')
}

/** Shows a fault beside its field and leads there. @returns false when the form has no such field */
export function pointOut(form: HTMLFormElement, { field, msg }: Fault): boolean {
  const input = showFault(form, field, msg)
  input?.focus()
  return input !== undefined
}

function showFault(form: HTMLFormElement, field: string, msg: string) {
  const input = form.elements.namedItem(field)
  if (!(input instanceof HTMLInputElement) || input.closest('[hidden]')) return undefined
  const place = document.getElementById(`${input.id}-fault`)
  if (!place) return undefined
  place.textContent = msg
  input.ariaInvalid = msg ? 'true' : null
  return input
}

function clearFaults(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll('input')) showFault(form, input.name, '')
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.ariaBusy = isBusy ? 'true' : null
  if (isBusy) announce(formTexts.busy)
}

/** The first field that is empty, in the order of its message. */
export function firstBlank(values: FormData, texts: Record<string, string>): Fault | undefined {
  for (const [field, msg] of Object.entries(texts)) {
    if (String(values.get(field) ?? '').trim() === '') return { field, msg }
  }
  return undefined
}

/** The form of an element of ours. */
export function formOf(element: Element): HTMLFormElement | undefined {
  return element.querySelector('form') ?? undefined
}

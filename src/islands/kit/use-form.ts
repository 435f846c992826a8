import { type InputEvent, type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AccountAnswer } from '#lib/account/account-answers.ts'
import { formTexts } from '#lib/texts/browser/form.ts'
import { loadAnswers } from '#stores/account-answers.ts'
import { askToLogin } from '#stores/session.ts'
import { closeAlert, showAlert } from '#stores/toast.ts'
import { announce } from './announce.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

/** What is wrong with a form, at which field. */
export type FieldFault = { field: string; msg: string }

type Steps<Answer> = {
  /** The first fault that the browser itself can see. */
  check: (values: FormData) => FieldFault | undefined
  /** Has a store send the form; undefined when no answer came, which never leaves it busy. */
  send: (values: FormData) => Promise<Answer | undefined>
  onDone: (answer: Answer, form: HTMLFormElement) => void
  /** What a refusal calls for beside its message. */
  onRefused?: (msg: string, values: FormData) => void
  /** Said when no answer came. */
  failed?: string
}

/**
 * Has a store send a form that works without it: faults stand beside their fields and are said, a
 * cover shows that the form is on its way, and what was typed stays.
 * @param start what a form without script was told on its way here
 */
export function useForm<Answer extends AccountAnswer>(
  start: FieldFault | undefined,
  { check, send, onDone, onRefused, failed = formTexts.unreachable }: Steps<Answer>,
) {
  const [fault, setFault] = useState(start)
  const [isBusy, setBusy] = useState(false)
  const once = useOneAtATime()

  /** Shows a fault beside its field and leads there; false where the form has no such field. */
  function pointOut(form: HTMLFormElement, found: FieldFault): boolean {
    const input = form.elements.namedItem(found.field)
    if (!(input instanceof HTMLInputElement) || input.closest('[hidden]')) return false
    flushSync(() => setFault(found))
    // With the focus comes what is wrong with a field; who is there already hears it all the same.
    if (input === document.activeElement) announce(found.msg)
    else input.focus()
    return true
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = new FormData(form)
    setFault(undefined)
    // What the last try was told is over; what this one will be told must not wait for it.
    closeAlert()
    const found = check(values)
    if (found) return void pointOut(form, found)
    setBusy(true)
    announce(formTexts.busy)
    const answer = await send(values).catch(() => undefined)
    setBusy(false)
    if (!answer) return showAlert(failed, 'error')
    if (!answer.error) return onDone(answer, form)
    const { code, field, msg } = answer
    // The session has ended elsewhere (F47).
    if (code === 'signedOut') return askToLogin()
    onRefused?.(msg, values)
    if (!field || !pointOut(form, { field, msg })) showAlert(msg, 'error')
  }

  return {
    isBusy,
    pointOut,
    faultOf: (field: string) => (fault?.field === field ? fault.msg : undefined),
    formProps: {
      method: 'post',
      noValidate: true,
      'aria-busy': isBusy || undefined,
      /** Whoever fills in the first field will send the form. */
      onFocus: () => void loadAnswers().catch(() => {}),
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault()
        const form = event.currentTarget
        once(() => submit(form))
      },
      onInput({ target }: InputEvent<HTMLFormElement>) {
        if (target instanceof HTMLInputElement && target.name === fault?.field) setFault(undefined)
      },
    },
  }
}

/** The first field that is empty, in the order of its message. */
export function firstBlank(
  values: FormData,
  texts: Record<string, string>,
): FieldFault | undefined {
  for (const [field, msg] of Object.entries(texts)) {
    if (String(values.get(field) ?? '').trim() === '') return { field, msg }
  }
  return undefined
}

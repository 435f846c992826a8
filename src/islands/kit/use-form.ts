import { type InputEvent, type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AccountAnswer } from '#lib/account/account-answers.ts'
import { formMessages } from '#lib/texts/browser/form.ts'
import { loadAnswers } from '#stores/account-answers.ts'
import { askToLogin } from '#stores/session.ts'
import { closeAlert, showAlert } from '#stores/toast.ts'
import { announce } from './announce.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

/** An error of a form: the field it belongs to, and its text. */
export type FieldFault = { field: string; msg: string }

/** The subject of a form's alerts: what came of sending it replaces what came of it before. */
export const FORM = 'form'

type Steps<Answer> = {
  /** Finds the first error that the browser itself can see. */
  check: (values: FormData) => FieldFault | undefined
  /** Sends the form through a store; undefined or a rejection means that no answer came. */
  send: (values: FormData) => Promise<Answer | undefined>
  onDone: (answer: Answer, form: HTMLFormElement) => void
  /** What else a refusal calls for, besides showing its message. */
  onRefused?: (msg: string, values: FormData) => void
  /** Alert text if no answer came. */
  failed?: string
  /** Whether what the server says is also an alert where it stands beside its field (S-191). */
  isAlerted?: boolean
}

/**
 * Sends a form that also works without script through a store: errors stand beside their fields and
 * are announced, a cover shows that the form is being sent, and what was typed stays.
 * @param start the error with which a form sent without script came back
 */
export function useForm<Answer extends AccountAnswer>(
  start: FieldFault | undefined,
  { check, send, onDone, onRefused, failed = formMessages.unreachable, isAlerted }: Steps<Answer>,
) {
  const [fault, setFault] = useState(start)
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const once = useOneAtATime()

  /**
   * Shows an error beside its field and focuses it.
   * @returns false if the form has no such visible field
   */
  function pointOut(form: HTMLFormElement, found: FieldFault): boolean {
    const input = form.elements.namedItem(found.field)
    if (!(input instanceof HTMLInputElement) || input.closest('[hidden]')) return false
    flushSync(() => setFault(found))
    // Focusing the field reads the error; if it has the focus already, the error is announced.
    if (input === document.activeElement) announce(found.msg)
    else input.focus()
    return true
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = new FormData(form)
    setFault(undefined)
    setRefusal(undefined)
    // The previous alert is outdated, and must not delay the next one.
    closeAlert()
    const found = check(values)
    if (found) return void pointOut(form, found)
    setBusy(true)
    announce(formMessages.busy)
    const answer = await send(values).catch(() => undefined)
    setBusy(false)
    if (!answer) return showAlert(failed, 'error', undefined, FORM)
    if (!answer.error) return onDone(answer, form)
    const { code, field, msg } = answer
    // The session was ended elsewhere (F47).
    if (code === 'signedOut') return askToLogin()
    onRefused?.(msg, values)
    if (!field || !pointOut(form, { field, msg })) setRefusal(msg)
    else if (!isAlerted) return
    showAlert(msg, 'error', undefined, FORM)
  }

  return {
    isBusy,
    pointOut,
    /** Why the server refused the form, if that belongs to no field; until the next try. */
    refusal,
    faultOf: (field: string) => (fault?.field === field ? fault.msg : undefined),
    formProps: {
      method: 'post',
      noValidate: true,
      'aria-busy': isBusy || undefined,
      /** Preload the schemas for the answer: whoever fills in a field will send the form. */
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

/** Finds the first empty field, in the order of `texts`. */
export function firstBlank(
  values: FormData,
  texts: Record<string, string>,
): FieldFault | undefined {
  for (const [field, msg] of Object.entries(texts)) {
    if (String(values.get(field) ?? '').trim() === '') return { field, msg }
  }
  return undefined
}

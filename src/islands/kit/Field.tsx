import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fieldTexts } from '#lib/texts/browser/field.ts'
import { Icon } from './Icon.tsx'
import { eye, eyeOff } from './icons.ts'
import { useIsLive } from '#islands/wake/use-is-live.ts'

export type FieldProps = {
  /** Prefix of the element ids, as a page may have two forms. */
  form: string
  name: string
  label: string
  type?: 'text' | 'email' | 'tel' | 'password'
  /** The initial value. What is typed stays in the DOM, also what was typed before hydration. */
  value?: string | undefined
  autoComplete: string
  inputMode?: 'numeric' | 'tel' | 'email' | 'text' | undefined
  maxLength?: number
  /** Id of a datalist with suggestions. */
  list?: string | undefined
  fault?: string | undefined
  hint?: string | undefined
  isDisabled?: boolean
  isOptional?: boolean
  isFirst?: boolean
  isHidden?: boolean
  className?: string
}

/** A labelled field with space for an error text. */
export function Field(props: FieldProps) {
  const { form, name, label, type = 'text', value, autoComplete, inputMode, maxLength } = props
  const { list, fault, hint, isDisabled, isOptional, isFirst, isHidden, className = '' } = props
  const id = `${form}-${name}`
  const isLive = useIsLive()
  const isPlain = type === 'email' || type === 'password'
  const described = [hint && `${id}-hint`, `${id}-fault`].filter(Boolean).join(' ')
  const attributes = {
    ...{ id, name, list, maxLength, inputMode, autoComplete },
    ...{ defaultValue: value, disabled: isDisabled },
    className: `input w-full text-base disabled:text-base-content/70 ${fault ? 'input-error' : 'border-edge'}`,
    'aria-required': isDisabled || isOptional ? undefined : true,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': described,
    // An error that came with the page: later the form looks for the first one (use-checkout.ts).
    autoFocus: (Boolean(fault) && !isLive) || isFirst,
    ...(isPlain && { autoCapitalize: 'none', spellCheck: false }),
  }

  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-1 ${className}`}
      hidden={isHidden}
    >
      <label className="font-semibold" htmlFor={id}>
        {label}
      </label>
      {type === 'password' ? (
        <PasswordInput id={id} attributes={attributes} />
      ) : (
        <input type={type} {...attributes} />
      )}
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

/** A small explanation below a field. */
export function Hint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <small id={id} className="text-sm text-muted">
      {children}
    </small>
  )
}

/**
 * The error of a field. Not announced by itself: the form focuses the field, and a form may have
 * many errors.
 */
export function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <span id={id} className="text-sm font-semibold text-error empty:hidden">
      {text}
    </span>
  )
}

/** A password field with a button that shows what was typed; it is hidden again on submit. */
function PasswordInput({ id, attributes }: { id: string; attributes: object }) {
  const [isShown, show] = useState(false)
  const isLive = useIsLive()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const form = input.current?.form
    // Password managers only learn from fields of type `password`.
    const hide = () => show(false)
    form?.addEventListener('submit', hide, true)
    return () => form?.removeEventListener('submit', hide, true)
  }, [])

  return (
    <span className="relative grid">
      <input ref={input} type={isShown ? 'text' : 'password'} {...attributes} />
      {isLive && (
        <button
          className="btn absolute inset-y-0 right-0 btn-square h-full btn-ghost"
          type="button"
          aria-controls={id}
          aria-label={isShown ? fieldTexts.hideTyped : fieldTexts.showTyped}
          onClick={() => show(!isShown)}
        >
          <Icon of={isShown ? eyeOff : eye} />
        </button>
      )}
    </span>
  )
}

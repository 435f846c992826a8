import { useEffect, useRef } from 'react'
import { Field, type FieldProps } from '#islands/kit/Field.tsx'
import { ACCOUNT_LENGTHS as lengths } from '#lib/lengths.ts'
import { accountFieldTexts } from '#lib/texts/browser/account-fields.ts'

type Props = Pick<FieldProps, 'form' | 'value' | 'fault' | 'isHidden'> & {
  /** `username` beside a password, so that a password manager stores both. */
  autoComplete: 'email' | 'username'
  /** The address that this browser remembers; it never overwrites what was typed. */
  known?: string | undefined
}

/** The email address of the account that a form is about. */
export function EmailField({ known, ...props }: Props) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const input = place.current?.querySelector('input')
    if (input && input.value === '' && known !== undefined) input.value = known
  }, [known])

  return (
    <div ref={place} hidden={props.isHidden}>
      <Field
        {...props}
        {...{ name: 'email', label: accountFieldTexts.email, type: 'email', inputMode: 'email' }}
        maxLength={lengths.email}
      />
    </div>
  )
}

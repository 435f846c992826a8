import { Fragment, type InputEvent, type ReactNode, useState } from 'react'
import { Field } from '#islands/kit/Field.tsx'
import type { AddressInput } from '#lib/checkout/billing-inputs.ts'
import { isIndia } from '#lib/checkout/india.ts'

type Props = {
  /** Prefix of the element ids. */
  form: string
  inputs: readonly AddressInput[]
  values: Readonly<Record<string, string>>
  faultOf: (field: string) => string | undefined
  /** Stands below PIN code and city. */
  children?: ReactNode
}

/** Wide fields span both columns; on a phone, all but those that a PIN code fills in do. */
const WIDE = new Set(['streetaddressline1', 'streetaddressline2', 'email'])
const SHORT = new Set(['zipcode', 'city', 'state', 'country'])
const spanOf = (name: string) =>
  SHORT.has(name) ? '' : WIDE.has(name) ? 'col-span-full' : 'max-sm:col-span-full'

/**
 * The fields of an address, in checkout and address book. An Indian PIN code fills in city and
 * state if these are empty or still hold what an earlier PIN code, or the server, filled in.
 */
export function AddressFields({ form, inputs, values, faultOf, children }: Props) {
  const [isIndian, setIndian] = useState(isIndia(values['country'] ?? ''))

  function notice({ target }: InputEvent<HTMLDivElement>): void {
    if (!(target instanceof HTMLInputElement) || !target.form) return
    if (target.name === 'country') setIndian(isIndia(target.value))
    if (target.name === 'zipcode' && isIndian) void fill(target.form, target)
  }

  return (
    <div
      className="grid gap-x-3 gap-y-3 min-[18rem]:grid-cols-[6fr_5fr] sm:grid-cols-2 sm:gap-y-4 max-sm:[&_label]:text-[0.8125rem]"
      onInput={notice}
    >
      {inputs.map(({ name, isRequired, inputMode, ...input }) => (
        <Fragment key={name}>
          <Field
            {...{ form, name, ...input }}
            // Indian PIN codes are all digits; codes of other countries may have letters.
            inputMode={name === 'zipcode' ? (isIndian ? 'numeric' : 'text') : inputMode}
            isOptional={!isRequired}
            value={values[name]}
            fault={faultOf(name)}
            className={spanOf(name)}
          />
          {name === 'city' && children}
        </Fragment>
      ))}
    </div>
  )
}

/** Loads the code and the table of places only at the first digit. */
async function fill(form: HTMLFormElement, pin: HTMLInputElement): Promise<void> {
  const places = await import('./fill-place.ts').catch(() => undefined)
  places?.fillPlace(form, pin)
}

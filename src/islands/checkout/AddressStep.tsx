import { type MouseEvent, type ReactNode, useState } from 'react'
import { announce } from '#islands/kit/announce.ts'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'
import { billingInputs, guestInputs } from '#lib/checkout/billing-inputs.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'
import { AddressFields } from './AddressFields.tsx'
import { StepCard } from './StepCard.tsx'

/** A saved address of the account, as the form takes it. */
export type SavedAddress = { id: string; fields: Record<string, string>; isChosen: boolean }

/** What BILLING DETAILS starts with. */
export type BillingStart = {
  values: Record<string, string>
  addresses: SavedAddress[]
  /** Nothing is missing or wrong: the fields start folded. */
  isComplete: boolean
  /** Buys without an account: no email address is required. */
  isGuest: boolean
}

type Props = {
  billing: BillingStart
  faultOf: (field: string) => string | undefined
  /** Whether any of the fields starts with an error. */
  hasFaults: boolean
  /** Called with the names of the fields that a saved address fills in. */
  onTake: (fields: string[]) => void
  /** Whether the shop delivers to the PIN code: beside the field or, folded, below the address. */
  place?: ReactNode
}

/**
 * BILLING DETAILS (S-083): saved addresses as cards, and the fields, folded if they are complete.
 */
export function AddressStep({ billing, faultOf, hasFaults, onTake, place }: Props) {
  const { addresses, isComplete, isGuest } = billing
  const [chosen, setChosen] = useState({
    id: addresses.find(({ isChosen }) => isChosen)?.id,
    values: billing.values,
    /** Counts choices: a new number remounts the fields with their new values. */
    turn: 0,
  })
  /** What the fields say, as far as the fold hides it. */
  const [shown, setShown] = useState(billing.values)
  const isTyped = String(linesOf(shown)) !== String(linesOf(chosen.values))
  const [isOpen, setOpen] = useState(!isComplete || hasFaults)

  /** Fills in a saved address; without script the link loads the page with it. */
  function take(event: MouseEvent<HTMLAnchorElement>, { id, fields }: SavedAddress): void {
    if (opensElsewhere(event)) return
    event.preventDefault()
    // The errors were those of what they said before.
    onTake(Object.keys(fields))
    const values = { ...textsAround(event.currentTarget), ...fields }
    setChosen(({ turn }) => ({ id, values, turn: turn + 1 }))
    setShown(values)
    // A reload comes back with it.
    history.replaceState(history.state, '', event.currentTarget.href)
    announce(checkoutTexts.addressFilled(fields['fullname'] ?? ''))
  }

  return (
    <StepCard number={1} id="billing" title={checkoutTexts.billing}>
      {addresses.length > 0 && (
        <nav aria-label={checkoutTexts.savedAddresses}>
          <p className="mb-2 text-sm text-muted" aria-hidden="true">
            {checkoutTexts.savedAddresses}
          </p>
          <ul className="grid gap-2 sm:grid-cols-2">
            {addresses.map((address) => (
              <li key={address.id}>
                <a
                  className="grid h-full min-h-11 rounded-field border border-edge p-3 hover:border-primary aria-[current]:border-primary aria-[current]:bg-primary/5 aria-[current]:ring-1 aria-[current]:ring-primary"
                  href={`/checkout?address=${address.id}`}
                  aria-current={address.id === chosen.id && !isTyped ? 'true' : undefined}
                  data-replay={`address-${address.id}`}
                  onClick={(event) => take(event, address)}
                >
                  <AddressLines values={address.fields} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {isComplete && (isTyped || addresses.length === 0) && (
        <p className="grid rounded-field border border-primary bg-primary/5 p-3 [nav+&]:mt-2">
          <AddressLines values={shown} />
        </p>
      )}
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open)
          setShown(textsAround(currentTarget))
        }}
      >
        <summary
          className={`btn -ml-2 h-auto min-h-11 btn-ghost px-2 text-left text-sm whitespace-normal text-primary underline ${isComplete ? '' : 'hidden'}`}
        >
          {checkoutTexts.changeAddress}
        </summary>
        <p className={`mb-3 text-xs text-muted sm:mb-4 sm:text-sm ${isComplete ? 'mt-2' : ''}`}>
          {checkoutTexts.requiredHint}
        </p>
        <AddressFields
          key={chosen.turn}
          {...{ form: 'billing', inputs: isGuest ? guestInputs : billingInputs, faultOf }}
          values={chosen.values}
        >
          {isOpen && place}
        </AddressFields>
      </details>
      {!isOpen && place}
    </StepCard>
  )
}

function AddressLines({ values }: { values: Record<string, string> }) {
  const [name, street, city, phone] = linesOf(values)
  return (
    <>
      <b>{name}</b>
      <span className="text-sm">{street}</span>
      <span className="text-sm">{city}</span>
      <span className="text-sm text-muted">{phone}</span>
    </>
  )
}

const linesOf = (values: Record<string, string>) => [
  values['fullname'],
  [values['streetaddressline1'], values['streetaddressline2']].filter(Boolean).join(', '),
  `${values['city']} ${values['zipcode']}`,
  values['phonenumber'],
]

/** The texts of the form around an element. */
const textsAround = (element: Element): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(element.closest('form') ?? undefined)].map(([name, value]) => [
      name,
      String(value),
    ]),
  )

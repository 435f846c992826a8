import { AddressFields } from '#islands/checkout/AddressFields.tsx'
import { tabPath } from '#lib/account/account-tabs.ts'
import { billingInputs } from '#lib/checkout/billing-inputs.ts'
import { accountTexts } from '#lib/texts/browser/account-screens.ts'
import type { FailedForm } from './failed-form.ts'

/** A saved address of the account. */
export type BookAddress = {
  id: string
  isUsual: boolean
  /** Values keyed by the checkout form's field names. */
  fields: Record<string, string>
}
type Props = {
  addresses: BookAddress[]
  /** Which form was sent back with errors: the id of an address, or `new`. */
  open: string
  /** Idempotency key: sending a new address twice adds it only once. */
  newKey: string
  failed: FailedForm
  userid: string
  /** What the account knows already of a new address. */
  owner: { fullname: string; phonenumber: string }
  /** Error texts of that form, by field. */
  faults: Record<string, string>
}

const NEW = 'new'
const nextOf = (id: string) => `${tabPath('addresses')}&address=${id}`
/** The checkout's billing fields without the email, which is the account's own. */
const inputs = billingInputs
  .filter(({ name }) => name !== 'email')
  .map((input) => (input.name === 'state' ? { ...input, label: accountTexts.addressState } : input))

/**
 * The address book: plain forms, one to change and one to remove each address, and one to add
 * another.
 */
export function AddressBook({ addresses, userid, open, newKey, failed, faults, owner }: Props) {
  const faultsOf = (id: string) => (field: string) => (id === open ? faults[field] : undefined)
  const typedIn = (id: string) => (id === open ? failed.values : {})

  return (
    <div className="grid gap-4">
      {addresses.length === 0 && <p>{accountTexts.noAddresses}</p>}
      <ul className="grid gap-4 lg:grid-cols-2">
        {addresses.map(({ id, isUsual, fields }) => (
          <li key={id} className="card grid content-between gap-3 border border-base-300 p-4">
            <address className="grid not-italic">
              <span className="flex flex-wrap items-center gap-2">
                <b>{fields['fullname']}</b>
                {isUsual && (
                  <span className="badge badge-soft badge-success">{accountTexts.usual}</span>
                )}
              </span>
              {linesOf(fields).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <div className="flex flex-wrap items-start gap-2">
              <details className="group grow open:basis-full" open={open === id}>
                <summary className="btn">
                  {accountTexts.changeAddress}{' '}
                  <span className="sr-only">{fields['streetaddressline1']}</span>
                </summary>
                <form
                  className="mt-4 grid gap-4"
                  action={`/api/user/addresses/${id}`}
                  method="post"
                  noValidate
                >
                  <input type="hidden" name="_method" value="put" />
                  <input type="hidden" name="userid" value={userid} />
                  <input type="hidden" name="next" value={nextOf(id)} />
                  <AddressFields
                    {...{ form: `address-${id}`, inputs, faultOf: faultsOf(id) }}
                    values={{ ...fields, ...typedIn(id) }}
                  />
                  {!isUsual && <MakeUsual />}
                  <Save />
                </form>
              </details>
              <details className="open:basis-full">
                <summary className="btn btn-ghost text-error">
                  {accountTexts.removeAddress}{' '}
                  <span className="sr-only">{fields['streetaddressline1']}</span>
                </summary>
                <form
                  className="mt-2 grid gap-3"
                  action={`/api/user/addresses/${id}`}
                  method="post"
                >
                  <input type="hidden" name="_method" value="delete" />
                  <input type="hidden" name="userid" value={userid} />
                  <input type="hidden" name="next" value={tabPath('addresses')} />
                  <p>{accountTexts.removeSure}</p>
                  <button className="btn btn-outline btn-error">{accountTexts.removeYes}</button>
                </form>
              </details>
            </div>
          </li>
        ))}
      </ul>
      <details open={addresses.length === 0 || open === NEW}>
        <summary
          className={`btn btn-outline btn-primary ${addresses.length === 0 ? 'hidden' : ''}`}
        >
          {accountTexts.addAddress}
        </summary>
        <form
          className={`grid max-w-2xl gap-4 ${addresses.length === 0 ? '' : 'mt-4'}`}
          action="/api/user/addresses"
          method="post"
          noValidate
        >
          <input type="hidden" name="userid" value={userid} />
          <input type="hidden" name="next" value={nextOf(NEW)} />
          <input type="hidden" name="idempotencykey" value={newKey} />
          <AddressFields
            {...{ form: 'address-new', inputs, faultOf: faultsOf(NEW) }}
            values={{ country: 'India', ...(open === NEW ? failed.values : owner) }}
          />
          {addresses.length > 0 && <MakeUsual />}
          <Save />
        </form>
      </details>
    </div>
  )
}

const linesOf = (fields: Record<string, string>) =>
  [
    fields['streetaddressline1'],
    fields['streetaddressline2'],
    [fields['city'], fields['zipcode']].join(' '),
    [fields['state'], fields['country']].join(', '),
    fields['phonenumber'],
  ].filter((line) => line !== undefined && line !== '')

function MakeUsual() {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input className="checkbox checkbox-primary" type="checkbox" name="isdefault" value="true" />
      {accountTexts.makeUsual}
    </label>
  )
}

function Save() {
  return (
    <p>
      <button className="btn btn-primary">{accountTexts.saveAddress}</button>
    </p>
  )
}

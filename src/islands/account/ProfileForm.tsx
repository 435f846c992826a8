import { Field } from '#islands/kit/Field.tsx'
import { firstBlank, FORM, useForm } from '#islands/kit/use-form.ts'
import { ACCOUNT_LENGTHS as lengths } from '#lib/lengths.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { accountFieldTexts } from '#lib/texts/browser/account-fields.ts'
import { accountTexts } from '#lib/texts/browser/account-screens.ts'
import { saveProfile } from '#stores/profile.ts'
import { showAlert } from '#stores/toast.ts'
import type { FailedForm } from './failed-form.ts'
import { OwnForm } from './OwnForm.tsx'

/** The profile as its owner sees it. */
export type OwnProfile = { name: string; email: string; phone: string; images: string[] }
type Props = {
  user: { id: string; email: string; emailVerified: boolean }
  profile: OwnProfile
  failed: FailedForm
}

/** Edit Profile (S-093): name and phone (S-143); the email address is read-only. */
export function ProfileForm({ user, profile, failed }: Props) {
  const { faultOf, formProps, isBusy } = useForm(failed.fault, {
    check(values) {
      const msg = accountFormMessages.fillProfile
      return firstBlank(values, { name: msg, phone: msg })
    },
    send(values) {
      const [name, phone] = [String(values.get('name')), String(values.get('phone'))]
      return saveProfile(user.id, { name, email: profile.email, phone })
    },
    onDone: ({ msg }) => showAlert(msg, 'success', undefined, FORM),
  })

  return (
    <OwnForm {...{ user, isBusy }} change="put" tab="profile" {...formProps}>
      <Field
        {...{ form: 'profile', name: 'name', label: accountFieldTexts.name, autoComplete: 'name' }}
        maxLength={lengths.name}
        value={failed.values['name'] ?? profile.name}
        fault={faultOf('name')}
      />
      <Field
        {...{ form: 'profile', name: 'email', label: accountFieldTexts.email, type: 'email' }}
        {...{ autoComplete: 'email', isDisabled: true }}
        value={profile.email}
        hint={accountTexts.emailStays}
      />
      {!user.emailVerified && (
        <p className="alert alert-soft alert-warning text-base-content">
          <span>
            {accountTexts.unverified}{' '}
            <a className="link font-semibold" href="/verifyotp?next=/myaccount">
              {accountTexts.verifyNow}
            </a>
          </span>
        </p>
      )}
      <Field
        {...{ form: 'profile', name: 'phone', label: accountFieldTexts.phone, type: 'tel' }}
        {...{ autoComplete: 'tel', inputMode: 'tel', maxLength: lengths.phone }}
        value={failed.values['phone'] ?? profile.phone}
        fault={faultOf('phone')}
      />
      <p>
        <button className="btn btn-primary max-sm:btn-block">{accountTexts.updateProfile}</button>
      </p>
    </OwnForm>
  )
}

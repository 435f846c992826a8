import { onOtherAccount } from '#islands/kit/other-account.ts'

// The form stands there for the account that it was made for: another one gets its own (A40). While
// that is being paid, the page stays, and tells how it ends (F46).
const owner = document.querySelector<HTMLInputElement>('#checkout [name=account]')
if (owner?.value)
  onOtherAccount(owner.value, () => {
    if (!owner.form?.querySelector('[data-pay][aria-disabled]')) location.reload()
  })

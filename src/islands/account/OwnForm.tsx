import type { ComponentProps } from 'react'
import { BusyCover } from '#islands/kit/BusyCover.tsx'
import { type AccountTab, tabPath } from '#lib/account/account-tabs.ts'

type Props = ComponentProps<'form'> & {
  user: { id: string; email: string }
  change: 'put' | 'delete'
  tab: AccountTab
  isBusy: boolean
  /** With a password: password managers read whose it is; sent where the form has room for it. */
  known?: 'sent' | 'shown'
}

/** A form about the account itself; after sending, it returns to its tab. */
export function OwnForm({ user, change, tab, isBusy, known, children, ...form }: Props) {
  return (
    <form className="relative grid max-w-lg gap-4" action={`/api/user/${user.id}`} {...form}>
      <input type="hidden" name="_method" value={change} />
      <input type="hidden" name="next" value={tabPath(tab)} />
      {known && (
        <input
          className="sr-only"
          type="text"
          name={known === 'sent' ? 'email' : undefined}
          defaultValue={user.email}
          autoComplete="username"
          tabIndex={-1}
          readOnly
          aria-hidden="true"
        />
      )}
      {children}
      <BusyCover isShown={isBusy} />
    </form>
  )
}

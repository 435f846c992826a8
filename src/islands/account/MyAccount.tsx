import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { arrowTarget } from '#islands/kit/tab-keys.ts'
import { useIsLive } from '#islands/wake/use-is-live.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'
import {
  ACCOUNT_TAB_NAMES,
  ACCOUNT_TABS,
  type AccountTab,
  isAccountTab,
  tabPath,
} from '#lib/account/account-tabs.ts'
import { accountTexts } from '#lib/texts/browser/account-screens.ts'
import { AddressBook, type BookAddress } from './AddressBook.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import { Devices, type OwnDevice } from './Devices.tsx'
import { type FailedForm, NOT_FAILED } from './failed-form.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { PictureForm } from './PictureForm.tsx'
import { ProfileForm, type OwnProfile } from './ProfileForm.tsx'

type Props = {
  /** The tab named in the address. */
  tab: AccountTab
  user: { id: string; email: string; emailVerified: boolean }
  profile: OwnProfile
  addresses: BookAddress[]
  /** The address whose form was sent back with errors, or `new`. */
  openAddress: string
  /** Error texts of that form, by field. */
  addressFaults: Record<string, string>
  /** Idempotency key: sending a new address twice adds it only once. */
  addressKey: string
  devices: OwnDevice[]
  failed: FailedForm
}

/**
 * My account (S-093, S-094). Each tab is a link with its own address; with script, tabs switch in
 * place, by arrow keys too (WAI-ARIA tabs pattern). What was typed in one tab stays while others
 * are looked at.
 */
export function MyAccount(props: Props) {
  const { user, profile, addresses, openAddress, addressFaults, addressKey, devices } = props
  const live = useLive<HTMLDivElement>()
  const isLive = useIsLive()
  const [shown, setShown] = useState<{ tab: AccountTab; seen: readonly AccountTab[] }>({
    tab: props.tab,
    seen: [props.tab],
  })
  const tabs = useRef<HTMLElement>(null)
  // On a phone not all tabs fit: scroll the chosen one into view.
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('.tab-active')
    if (tab && tabs.current) tabs.current.scrollLeft = tab.offsetLeft - tabs.current.offsetLeft - 16
  }, [shown.tab])

  /** A refused form belongs only to the tab it was sent from. */
  const failedIn = (tab: AccountTab) => (tab === props.tab ? props.failed : NOT_FAILED)

  function choose(tab: AccountTab): void {
    setShown(({ seen }) => ({ tab, seen: seen.includes(tab) ? seen : [...seen, tab] }))
    history.replaceState(history.state, '', tabPath(tab))
  }

  function click(event: MouseEvent, tab: AccountTab): void {
    if (opensElsewhere(event)) return
    event.preventDefault()
    choose(tab)
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const tabs = [...event.currentTarget.querySelectorAll('a')]
    const isSpace = event.key === ' '
    const at = arrowTarget(event.nativeEvent, tabs) ?? tabs.find((tab) => tab === event.target)
    const name = at?.dataset['tab'] ?? null
    if ((!isSpace && at === event.target) || !isAccountTab(name)) return
    event.preventDefault()
    at?.focus()
    choose(name)
  }

  const panels = {
    profile: () => (
      <div className="grid gap-6">
        <PictureForm userid={user.id} profile={profile} />
        <ProfileForm user={user} profile={profile} failed={failedIn('profile')} />
      </div>
    ),
    password: () => <PasswordForm user={user} profile={profile} failed={failedIn('password')} />,
    addresses: () => (
      <AddressBook
        {...{ addresses, failed: failedIn('addresses'), newKey: addressKey, userid: user.id }}
        open={openAddress}
        faults={addressFaults}
        owner={{ fullname: profile.name, phonenumber: profile.phone }}
      />
    ),
    devices: () => <Devices devices={devices} userid={user.id} />,
    delete: () => <DeleteForm user={user} failed={failedIn('delete')} />,
  }

  return (
    <div ref={live}>
      <nav
        ref={tabs}
        className="tabs-border tabs flex-nowrap overflow-x-auto"
        aria-label={accountTexts.myAccount}
        role={isLive ? 'tablist' : undefined}
        onKeyDown={press}
      >
        {ACCOUNT_TAB_NAMES.map((name) => (
          <a
            key={name}
            href={tabPath(name)}
            id={`tab-${name}`}
            data-tab={name}
            data-replay={`tab-${name}`}
            className={`tab h-12 px-4 font-semibold whitespace-nowrap ${name === shown.tab ? 'tab-active' : 'text-muted'}`}
            onClick={(event) => click(event, name)}
            {...(isLive
              ? {
                  role: 'tab',
                  'aria-controls': `panel-${name}`,
                  'aria-selected': name === shown.tab,
                  tabIndex: name === shown.tab ? 0 : -1,
                }
              : { 'aria-current': name === shown.tab ? 'page' : undefined })}
          >
            {ACCOUNT_TABS[name]}
          </a>
        ))}
      </nav>
      {ACCOUNT_TAB_NAMES.map((name) => (
        <section
          key={name}
          id={`panel-${name}`}
          className="mt-5 rounded-box border border-base-300 bg-base-100 p-4 sm:p-6"
          role={isLive ? 'tabpanel' : undefined}
          aria-labelledby={`tab-${name}`}
          hidden={name !== shown.tab}
        >
          {shown.seen.includes(name) && panels[name]()}
        </section>
      ))}
    </div>
  )
}

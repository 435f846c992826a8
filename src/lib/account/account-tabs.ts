import { accountTexts } from '#lib/texts/browser/account-screens.ts'

/** The sections of My account, in the order of their tabs (S-093, S-094). */
export const ACCOUNT_TABS = {
  profile: accountTexts.editProfile,
  password: accountTexts.changePassword,
  addresses: accountTexts.addresses,
  devices: accountTexts.devices,
  delete: accountTexts.deleteAccount,
} as const
export type AccountTab = keyof typeof ACCOUNT_TABS

/** Whether a text names a tab. */
export const isAccountTab = (name: string | null): name is AccountTab =>
  name !== null && Object.hasOwn(ACCOUNT_TABS, name)

/** In the order of the screen. */
export const ACCOUNT_TAB_NAMES: readonly AccountTab[] = Object.keys(ACCOUNT_TABS).filter((name) =>
  isAccountTab(name),
)

/** The tab that an address names, or else the first one. */
export function tabOf({ searchParams }: URL): AccountTab {
  const wanted = searchParams.get('tab')
  return isAccountTab(wanted) ? wanted : 'profile'
}

/** The address of a tab, to which its forms return. */
export const tabPath = (tab: AccountTab): string =>
  tab === 'profile' ? '/myaccount' : `/myaccount?tab=${tab}`

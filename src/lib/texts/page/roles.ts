/** Texts of the page on which the owner grants and revokes roles. */
export const roleTexts = {
  title: 'Who may use the desk',
  intro:
    'A new role takes effect at the person’s next click. Everything done at the desk is recorded.',
  roles: {
    owner: 'Owner: everything',
    editor: 'Editor: products and lists',
    staff: 'Staff: orders and stock',
  },
  who: 'Email address of somebody who has signed up',
  role: 'Role',
  give: 'Give role',
  take: 'Remove role',
  takeOf: (email: string, role: string) => `Remove role ${role} from ${email}`,
  yours: 'That is you',
  given: (email: string) => `${email} has the role now.`,
  taken: (email: string) => `${email} no longer has the role.`,
  own: 'Your own role as owner can only be removed by another owner, or on the command line.',
  nobody: 'Nobody has signed up with this address yet.',
  notConfirmed: 'This address was never confirmed by email, so the account may not be theirs.',
  malformed: 'Choose a role and enter the address first.',
} as const

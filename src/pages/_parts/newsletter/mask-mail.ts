/** Masks an email address so that only its owner recognises it: `a•••@example.com`. */
export function maskMail(email: string): string {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/)
  return `${name.slice(0, 1)}•••@${domain}`
}

/** An address that whoever it is of knows again, and nobody else learns: `a•••@example.com`. */
export function maskMail(email: string): string {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/)
  return `${name.slice(0, 1)}•••@${domain}`
}

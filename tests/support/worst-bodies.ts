const NAMES = ['email', 'name', 'phone', 'password', 'newpass', 'otp', 'message', 'subject']
const MORE = ['review', 'rating', 'productid', 'address_line', 'pincode', 'state', 'location', 'q']
/** Texts that make careless regular expressions backtrack. */
const REPEATED = ['a@', 'a.', '-', ' ', '\t', 'a ', '9', '0.', '<', '&', '%', 'é', '\u0300', 'अ']
const JSON_BYTES = 32 * 1024 - 64
const FORM_BYTES = 64 * 1024 - 64

const json = (about: string, body: string) => ({ about, type: 'application/json', body })
const form = (about: string, body: string) => ({
  ...{ about, type: 'application/x-www-form-urlencoded', body: body.slice(0, FORM_BYTES) },
})

/** All fields that a call may know, together as long as a body may be. */
function allOf(text: string): string {
  const names = [...NAMES, ...MORE]
  const room = Math.floor(JSON_BYTES / names.length / Buffer.byteLength(JSON.stringify(text))) - 12
  const value = text.repeat(Math.max(1, room)) + '!'
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))
}

/** Bodies as large as allowed, and as hard to parse as possible. */
export const WORST_BODIES: { about: string; type: string; body: string }[] = [
  ...REPEATED.map((text) => json(`all of ${JSON.stringify(text)}`, allOf(text))),
  json('one mail', JSON.stringify({ email: `${'a@'.repeat(JSON_BYTES / 2 - 20)}` })),
  json('depth', '['.repeat(JSON_BYTES)),
  json('whole depth', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
  json('many keys', `{${Array.from({ length: 3000 }, (_, at) => `"${at}":1`).join()}}`),
  json('one key again', `{${'"a":1,'.repeat(5000)}"b":1}`),
  json('many elements', JSON.stringify({ images: Array.from({ length: 9000 }, () => '') })),
  json('quotes', JSON.stringify({ name: '"\\'.repeat(7000) })),
  form('many fields', 'a=1&'.repeat(FORM_BYTES / 4)),
  form('many names', Array.from({ length: 9000 }, (_, at) => `n${at}=`).join('&')),
  form('escapes', `email=${'%F0%9F'.repeat(FORM_BYTES / 6)}`),
  form('a broken escape', `email=${'%'.repeat(FORM_BYTES)}`),
  {
    about: 'many parts',
    type: 'multipart/form-data; boundary=b',
    body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(1000) + '--b--\r\n',
  },
  {
    about: 'nearly a boundary',
    type: 'multipart/form-data; boundary=aaaaaaaaaaaaaaaaaaaab',
    body: `\r\n--${'a'.repeat(60_000)}`,
  },
]

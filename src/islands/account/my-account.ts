import { accountMessages as messages } from '#lib/texts/browser/account.ts'
import { put } from '#lib/api-client.ts'
import { LOGOUT_MS } from '#lib/account/session.ts'
import { askToEnd, clearStorage, saveSession } from '#stores/session.ts'
import { showAlert } from '#stores/toast.ts'
import { answers, enhanceForm, type Fault, firstBlank, formOf } from './account-form.ts'
import './picture-form.ts'

const pathOf = ({ dataset }: HTMLElement) => `/api/user/${encodeURIComponent(dataset['id'] ?? '')}`
const textOf = (form: HTMLFormElement, name: string): string => {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input.value : ''
}

/** `<profile-form>`: name and phone (S-143); the header learns a new name at once. */
class ProfileForm extends HTMLElement {
  connectedCallback(): void {
    const form = formOf(this)
    if (!form) return
    enhanceForm(form, {
      check: (values) => {
        const msg = messages.fillProfile
        return firstBlank(values, { name: msg, phone: msg })
      },
      send: async () => {
        const fields = ['name', 'email', 'phone'].map((name) => [name, textOf(form, name)])
        return (await answers()).readSaved(await put(pathOf(this), Object.fromEntries(fields)))
      },
      onDone: ({ msg, user }) => {
        if (user) saveSession('signed-in', user)
        showAlert(msg)
      },
    })
  }
}

/** `<password-form>`: its checks in their order (S-144, S-145). */
class PasswordForm extends HTMLElement {
  connectedCallback(): void {
    const form = formOf(this)
    if (!form) return
    enhanceForm(form, {
      check: checkPasswords,
      send: async (values) => {
        const { _method, next, confirmpass, ...fields } = Object.fromEntries(values)
        return (await answers()).readAnswer(await put(pathOf(this), fields))
      },
      onDone: ({ msg }) => {
        form.reset()
        showAlert(msg)
      },
    })
  }
}

function checkPasswords(values: FormData): Fault | undefined {
  const msg = messages.fillPassword
  const blank = firstBlank(values, { password: msg, newpass: msg })
  if (blank) return blank
  return values.get('newpass') === values.get('confirmpass')
    ? undefined
    : { field: 'confirmpass', msg: messages.notConfirmed }
}

/** `<delete-form>`: after it this browser knows nobody any more. */
class DeleteForm extends HTMLElement {
  connectedCallback(): void {
    const form = formOf(this)
    if (!form) return
    enhanceForm(form, {
      check: (values) => firstBlank(values, { password: messages.blank.password }),
      send: async (values) => {
        const body = { _method: 'delete', password: values.get('password') }
        return (await answers()).readAnswer(await askToEnd(pathOf(this), body))
      },
      onDone: ({ msg }) => {
        clearStorage()
        showAlert(msg)
        setTimeout(() => location.assign('/'), LOGOUT_MS)
      },
    })
  }
}

customElements.define('delete-form', DeleteForm)
customElements.define('profile-form', ProfileForm)
customElements.define('password-form', PasswordForm)

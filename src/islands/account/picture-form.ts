import { accountMessages as messages } from '#lib/texts/browser/account.ts'
import { upload } from '#lib/api-client.ts'
import { sessionMessages } from '#lib/texts/browser/session.ts'
import { answers } from './account-form.ts'
import { askToLogin } from '#stores/session.ts'
import { showAlert } from '#stores/toast.ts'

/** What the server takes, by content; a browser can only go by the type (S-146). */
const TYPES = ['image/jpeg', 'image/png', 'image/jpg', 'image/webp']
const MAX_BYTES = 5 * 1024 * 1024

/** `<picture-form>`: shows a chosen picture at once, and sends it (S-093). */
class PictureForm extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form')
    const input = this.querySelector('input')
    if (!form || !input) return
    this.classList.add('is-live')
    const take = () => {
      const [file] = input.files ?? []
      if (file) void this.#take(form, file)
      input.value = ''
    }
    input.addEventListener('change', take)
    // Chosen before this code came.
    take()
  }

  async #take(form: HTMLFormElement, file: File): Promise<void> {
    if (form.ariaBusy) return
    if (!TYPES.includes(file.type) || file.size > MAX_BYTES) {
      return showAlert(messages.pictureRefused, 'error')
    }
    const before = this.#show(await readPicture(file))
    form.ariaBusy = 'true'
    const body = new FormData()
    body.append('images', file)
    const answer = (await answers().catch(() => undefined))?.readAnswer(
      await upload('/api/user/uploadfiles', body),
    )
    form.ariaBusy = null
    if (answer && !answer.error) return showAlert(answer.msg)
    // Upload errors are only logged (S-199), but nobody shall believe in a picture that is not there.
    before()
    if (answer?.msg === sessionMessages.loginFirst) askToLogin()
    else if (answer) showAlert(answer.msg, 'error')
  }

  /** Puts a picture into the frame. @returns what undoes it */
  #show(src: string): () => void {
    const frame = this.querySelector('label')
    const old = frame?.querySelector('img, span')
    const image = Object.assign(document.createElement('img'), { src, width: 112, height: 112 })
    image.alt = old?.getAttribute('alt') ?? ''
    old?.replaceWith(image)
    return () => image.replaceWith(old ?? '')
  }
}

function readPicture(file: File): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('loadend', () => resolve(String(reader.result ?? '')))
  reader.readAsDataURL(file)
  return promise
}

customElements.define('picture-form', PictureForm)

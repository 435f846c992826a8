import * as z from 'zod/mini'
import { deskMessages as messages } from '#lib/texts/browser/desk.ts'

const answerSchema = z.object({ msg: z.string(), path: z.optional(z.string()) })

/** `<desk-drop>`: the form for a list takes a dropped file, and shows how much of it was sent. */
class DeskDrop extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('dragover', this.#allow)
    this.addEventListener('dragleave', this.#leave)
    this.addEventListener('drop', this.#drop)
    this.querySelector('form')?.addEventListener('submit', this.#send)
  }

  #allow = (event: DragEvent): void => {
    event.preventDefault()
    this.classList.add('over')
  }

  #leave = (): void => this.classList.remove('over')

  #drop = (event: DragEvent): void => {
    event.preventDefault()
    this.#leave()
    const input = this.querySelector<HTMLInputElement>('input[type=file]')
    const files = event.dataTransfer?.files
    if (!input || !files || files.length !== 1) return
    input.files = files
    input.focus()
  }

  #send = (event: SubmitEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLFormElement)) return
    event.preventDefault()
    const request = new XMLHttpRequest()
    request.open('POST', target.action)
    request.setRequestHeader('Accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => this.#show(loaded, total))
    request.addEventListener('load', () => this.#finish(request.responseText))
    request.addEventListener('error', () => this.#fail(messages.notSent))
    this.#show(0, 1)
    request.send(new FormData(target))
  }

  #show(loaded: number, total: number): void {
    const percent = Math.floor((loaded / Math.max(total, 1)) * 100)
    const bar = this.querySelector('progress')
    if (bar) {
      bar.hidden = false
      bar.value = percent
    }
    this.#say(messages.sending(percent))
  }

  #finish(text: string): void {
    const answer = answerSchema.safeParse(parse(text))
    const { path, msg } = answer.success ? answer.data : { msg: messages.notSent }
    if (path === undefined) this.#fail(msg)
    else location.assign(path)
  }

  #fail(msg: string): void {
    const bar = this.querySelector('progress')
    if (bar) bar.hidden = true
    this.#say(msg)
  }

  #say(text: string): void {
    const status = this.querySelector('[data-status]')
    if (status) status.textContent = text
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

customElements.define('desk-drop', DeskDrop)

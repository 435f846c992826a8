import type { ComponentProps, ReactNode } from 'react'
import { BusyCover } from '#islands/kit/BusyCover.tsx'
import { authTexts as texts } from '#lib/texts/browser/auth-screens.ts'

type Props = ComponentProps<'form'> & {
  submit: string
  /** Where Cancel leads. */
  back: string
  isBusy: boolean
  /** Below the buttons. */
  after?: ReactNode
}

/** The form of a screen of its own: its fields, its button, and the way out (S-080). */
export function AuthForm({ submit, back, isBusy, after, children, ...form }: Props) {
  return (
    <form className="relative mt-5 grid gap-4" {...form}>
      {children}
      <div className="grid grid-cols-[2fr_1fr] gap-3">
        <button className="btn btn-lg btn-primary">{submit}</button>
        <a className="btn btn-lg" href={back}>
          {texts.cancel}
        </a>
      </div>
      {after}
      <BusyCover isShown={isBusy} />
    </form>
  )
}

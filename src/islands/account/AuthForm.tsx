import type { ComponentProps, ReactNode } from 'react'
import { BusyCover } from '#islands/kit/BusyCover.tsx'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'

type Props = ComponentProps<'form'> & {
  submit: string
  /** Where Cancel leads. */
  back: string
  isBusy: boolean
  /** Shown below the buttons. */
  after?: ReactNode
}

/** The form of a sign-in or account screen: its fields, a submit button and Cancel (S-080). */
export function AuthForm({ submit, back, isBusy, after, children, ...form }: Props) {
  return (
    <form className="relative mt-5 grid grid-cols-[minmax(0,1fr)] gap-4" {...form}>
      {children}
      <div className="flex flex-wrap gap-3">
        <button className="btn h-auto min-h-(--size) shrink grow-2 py-2 wrap-anywhere whitespace-normal btn-lg btn-primary">
          {submit}
        </button>
        <a className="btn grow btn-lg" href={back}>
          {authTexts.cancel}
        </a>
      </div>
      {after}
      <BusyCover isShown={isBusy} />
    </form>
  )
}

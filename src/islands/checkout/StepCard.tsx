import type { ReactNode } from 'react'

type Props = { number: number; id: string; title: string; children: ReactNode }

/** One numbered step of the checkout; steps stand below each other. */
export function StepCard({ number, id, title, children }: Props) {
  return (
    <section
      className="grid grid-cols-1 gap-3 rounded-box border border-base-300 bg-base-100 p-4 sm:gap-4 sm:p-5"
      aria-labelledby={id}
    >
      <h2 className="flex flex-wrap items-center gap-3 text-base font-bold tracking-wide" id={id}>
        <span
          className="grid size-7 flex-none place-items-center rounded-full bg-primary text-sm text-primary-content"
          aria-hidden="true"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}

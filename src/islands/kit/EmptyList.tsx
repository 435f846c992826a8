import { cartTexts } from '#lib/texts/browser/cart-rows.ts'

type Props = {
  text: string
  /** A second sentence: what will be here. */
  lead?: string
}

/** A picture of an empty basket, a text, and a link to fill it. */
export function EmptyList({ text, lead }: Props) {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center text-lg font-semibold">
      <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
        <ellipse cx="80" cy="106" rx="62" ry="8" className="fill-base-300" />
        <path d="M28 50h104l-9 44a12 12 0 0 1-12 10H49a12 12 0 0 1-12-10z" fill="#f5b335" />
        <path d="M22 44h116a4 4 0 0 1 4 4v4H18v-4a4 4 0 0 1 4-4z" fill="#e09a12" />
        <path d="M52 44 70 14m38 30L90 14" fill="none" stroke="#8a5a12" strokeWidth="5" />
        <path d="M60 62v30m20-30v30m20-30v30" stroke="#e09a12" strokeWidth="5" />
      </svg>
      <p>{text}</p>
      {lead && <p className="max-w-md text-base font-normal">{lead}</p>}
      <a className="btn btn-primary" href="/">
        {cartTexts.goOn}
      </a>
    </div>
  )
}

import { formatMoment } from '#lib/dates.ts'

type Props = {
  /** ISO 8601. */
  at: string
  write?: (epochMs: number) => string
  className?: string
}

/** A moment in India. */
export function When({ at, write = formatMoment, className }: Props) {
  return (
    // Browsers abbreviate months differently than the server: what it wrote stays.
    <time className={className} dateTime={at} suppressHydrationWarning>
      {write(Date.parse(at))}
    </time>
  )
}

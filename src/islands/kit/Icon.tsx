type Props = {
  /** Shapes of kit/icons.ts. */
  of: string
  className?: string
}

/** One of the shop's icons; what it means is said by the text or label beside it. */
export function Icon({ of, className = 'size-5' }: Props) {
  return (
    <svg
      className={`icon ${className}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: of }}
    />
  )
}

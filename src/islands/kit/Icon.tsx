type Props = {
  /** SVG shapes from kit/icons.ts. */
  of: string
  className?: string
}

/** One of the shop's icons. It is decorative: the text or label beside it gives its meaning. */
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

import { Icon } from '#islands/kit/Icon.tsx'
import { trash } from '#islands/kit/icons.ts'

/** Submits the form around it, which removes a line of the cart or an entry of the list. */
export function RemoveButton({ label }: { label: string }) {
  return (
    <button className="btn btn-square btn-ghost hover:text-error" aria-label={label}>
      <Icon of={trash} className="size-5" />
    </button>
  )
}

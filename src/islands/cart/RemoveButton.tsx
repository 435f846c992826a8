import { Icon } from '#islands/kit/Icon.tsx'
import { trash } from '#islands/kit/icons.ts'

/** Sends the form that takes a line or an entry away. */
export function RemoveButton({ label }: { label: string }) {
  return (
    <button className="btn btn-square btn-ghost hover:text-error" aria-label={label}>
      <Icon of={trash} className="size-5" />
    </button>
  )
}

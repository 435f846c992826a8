/** Covers the nearest positioned box while its request is under way (S-080). */
export function BusyCover({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <div className="absolute -inset-2 z-10 grid place-items-center rounded-box bg-base-100/75">
      <span className="loading loading-lg loading-spinner text-primary" aria-hidden="true" />
    </div>
  )
}

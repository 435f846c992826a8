import { useEffect, useRef, useState } from 'react'
import { useIsLive } from '#islands/wake/use-is-live.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { scanTexts } from '#lib/texts/browser/scan.ts'
import { canScan, scan } from './scan.ts'

/** Finds a product by its barcode with the camera; shown only if the browser can read barcodes. */
export function ScanButton() {
  const live = useLive<HTMLDivElement>()
  const isLive = useIsLive()
  const [state, setState] = useState<'off' | 'on' | 'failed'>('off')
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (state !== 'on' || !video.current) return
    const stop = new AbortController()
    scan(video.current, stop.signal).then(
      (code) => {
        if (code !== undefined) location.assign(`/desk/stock?${new URLSearchParams({ q: code })}`)
      },
      () => setState('failed'),
    )
    return () => stop.abort()
  }, [state])
  return (
    <div ref={live} className="mb-4 empty:hidden">
      {isLive && canScan() && (
        <button
          type="button"
          className="btn w-full sm:w-auto"
          onClick={() => setState(state === 'on' ? 'off' : 'on')}
        >
          {state === 'on' ? scanTexts.stop : scanTexts.scan}
        </button>
      )}
      {state === 'on' && (
        <video
          ref={video}
          className="mt-2 w-full max-w-md rounded-box bg-black"
          aria-label={scanTexts.camera}
          muted
          playsInline
        />
      )}
      {isLive && canScan() && (
        <p className="mt-2 empty:absolute" role="status">
          {state === 'failed' && scanTexts.failed}
        </p>
      )}
    </div>
  )
}

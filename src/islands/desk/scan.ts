/** Not every browser supports it, and TypeScript has no types for it. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector
  }
}

/** Barcode formats printed on packs in shops. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf']
const POLL_INTERVAL_MS = 150

/** Whether this browser can read barcodes from a camera. */
export const canScan = (): boolean =>
  window.BarcodeDetector !== undefined && 'mediaDevices' in navigator

/**
 * Shows the rear camera's picture until a barcode is found.
 * @returns its digits; undefined when it was stopped
 * @throws if there is no camera, or no permission to use it
 */
export async function scan(
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!window.BarcodeDetector) return undefined
  const detector = new window.BarcodeDetector({ formats: FORMATS })
  const camera = { facingMode: 'environment' }
  const stream = await navigator.mediaDevices.getUserMedia({ video: camera })
  try {
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const [found] = await detector.detect(video)
      if (found) return found.rawValue
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

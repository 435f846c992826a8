/** Not every browser has it, and TypeScript does not know it. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector
  }
}

/** What is printed on packs in shops. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf']
const POLL_INTERVAL_MS = 150

export const canScan = (): boolean =>
  window.BarcodeDetector !== undefined && 'mediaDevices' in navigator

/**
 * Shows what the camera at the back sees until there is a barcode in it.
 * @returns its digits; undefined when it was stopped
 * @throws when there is no camera, or no leave to use it
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

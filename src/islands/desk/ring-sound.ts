let context: AudioContext | undefined

/** Plays two short tones. Browsers stay silent until the page has been touched. */
export function ringBell(): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => {})
    tone(context, 880, 0)
    tone(context, 1175, 0.18)
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200])
  } catch {
    // No sound on this device; the banner is still shown.
  }
}

function tone(audio: AudioContext, hertz: number, afterS: number): void {
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  const start = audio.currentTime + afterS
  oscillator.frequency.value = hertz
  volume.gain.setValueAtTime(0.25, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.16)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.17)
}

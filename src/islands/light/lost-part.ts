// A part of the page whose script does not come, after a deploy or without a network, is told once: its
// links and forms go on working (F46).
const tell = () => void import('./tell-lost-part.ts').catch(() => {})

addEventListener('astro:hydration-error', tell, { once: true })

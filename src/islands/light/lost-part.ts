// If the script of an island cannot be loaded, after a deploy or without network, this is told
// once. Its links and forms still work (F46).
const tell = () => void import('./tell-lost-part.ts').catch(() => {})

addEventListener('astro:hydration-error', tell, { once: true })

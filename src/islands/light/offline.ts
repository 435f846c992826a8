const note = () => void import('./offline-note.ts').catch(() => {})

// The service worker marks a stored copy of a page (worker/pages.ts).
if (!navigator.onLine || document.body.dataset['kept']) note()
else addEventListener('offline', note, { once: true })

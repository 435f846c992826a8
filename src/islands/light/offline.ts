const note = () => void import('./offline-note.ts').catch(() => {})

// The worker marks a page that it has kept (worker/pages.ts).
if (!navigator.onLine || document.body.dataset['kept']) note()
else addEventListener('offline', note, { once: true })

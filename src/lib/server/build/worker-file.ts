/** The address of the service worker: a browser that has one checks it for changes at each visit. */
export const WORKER_PATH = '/sw.js'

/** The build's file that is sent as the service worker: the other one removes itself and all that it kept. */
export const workerFile = (setting: 'on' | 'off'): string =>
  setting === 'on' ? 'sw.js' : 'sw-off.js'

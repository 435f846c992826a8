// The server entry of the build: dist/server/entry.mjs.
import { createApp } from 'astro/app/entrypoint'
import { PlainPages } from './strings/plain-pages.ts'

export { handler } from '@astrojs/node/server.js'

const app = createApp({ streaming: false })

// Errors are thrown to our server, which tells an outage from a fault and logs them without a stack on the
// terminal. Astro would print them and render the page for status 500 itself.
app.logger.options.level = 'silent'
const renderError = app.renderError.bind(app)
app.renderError = async (request, options) => {
  if (options.error) throw options.error
  return renderError(request, options)
}

/** Renders one address of the built app in this process. @throws what the page threw */
export const render = (request: Request, locals: App.Locals): Promise<Response> =>
  app.render(request, { locals })

/** Renders the same pages as strings, many times faster; `finish` turns what was rendered into the finished page. */
export const openPlainPages = (finish: (html: string) => string): PlainPages =>
  new PlainPages(
    app.manifest.routes.map(({ routeData }) => routeData),
    render,
    finish,
  )

// Server entry of the build: dist/server/entry.mjs.
import { createApp } from 'astro/app/entrypoint'

export { handler } from '@astrojs/node/server.js'

const app = createApp({ streaming: false })

// An error reaches our server, which knows an outage from a fault and logs it without a stack on
// the terminal; Astro would print it and render the page for 500 itself.
app.logger.options.level = 'silent'
const renderError = app.renderError.bind(app)
app.renderError = async (request, options) => {
  if (options.error) throw options.error
  return renderError(request, options)
}

/** Renders one address of the built app in this process. @throws what the page threw */
export const render = (request: Request, locals: App.Locals): Promise<Response> =>
  app.render(request, { locals })

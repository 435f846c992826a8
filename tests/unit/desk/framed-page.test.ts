import { expect, test } from 'vitest'
import { inertPage } from '#lib/server/desk/framed-page.ts'

test('a page to compare runs nothing, and shows all of it beside a product called <script>', () => {
  const field = '<input value="<script>">'
  const page = `<body>${field}<p>Rice</p><script>run()</script><noscript>Turn it on</noscript></body>`
  expect(inertPage(page)).toBe(`<body inert>${field}<p>Rice</p></body>`)
})

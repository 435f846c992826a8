import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productLine } from './synthetic.ts'

/**
 * A product page of about 7 KB, with a row of ten other products; nothing is inlined or compressed.
 */
const SINGLE = `<!DOCTYPE html><html lang="en-IN"><head><meta charset="utf-8"><title>{{ .Title }} | Kirana</title>
<meta name="description" content="{{ .Summary }}"><link rel="canonical" href="{{ .Permalink }}">
<link rel="stylesheet" href="/app.css"></head><body><header>{{ range .Site.Menus.main }}<a href="{{ .URL }}">{{ .Name }}</a>{{ end }}</header>
<main><nav><a href="/">Home</a> <a href="/{{ .Params.category | urlize }}">{{ .Params.category }}</a></nav><h1>{{ .Title }}</h1>
<p>{{ .Params.brand }}</p><p>Rs: {{ .Params.price }}</p>{{ .Content }}
<table>{{ range $key, $value := .Params }}<tr><th>{{ $key }}</th><td>{{ $value }}</td></tr>{{ end }}</table>
<ul>{{ range first 10 (after 1 .Site.RegularPages) }}<li class="card-of-product relative flex flex-col rounded-box border border-base-300 bg-base-100 p-2"><a class="outline-none after:absolute after:inset-0" href="{{ .RelPermalink }}">{{ .Title }}</a><p class="truncate text-xs leading-5 text-muted">{{ .Params.brand }} / {{ .Params.unit }}</p><p class="mt-auto flex items-center">Rs {{ .Params.price }}</p><button class="btn btn-outline btn-primary" form="add" name="productid" value="{{ .Params.sku }}">Add</button></li>{{ end }}</ul>
</main><footer>Kirana</footer></body></html>`

/**
 * Builds a site of as many products with Hugo: wall-clock and CPU seconds.
 * @throws if `hugo` cannot be run
 */
export function buildByHugo(hugo: string, products: number): { seconds: number; cpu: number } {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-hugo-'))
  try {
    writeSite(folder, products)
    const start = performance.now()
    // `times` of the shell reports the CPU time of its child.
    const build = '"$0" --quiet --source "$1" --destination "$1/public" && times'
    const times = execFileSync('sh', ['-c', build, hugo, folder], { encoding: 'utf8' })
    const seconds = (performance.now() - start) / 1000
    return { seconds, cpu: cpuOf(times) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeSite(folder: string, products: number): void {
  for (const name of ['content/product', 'layouts/_default']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  const settings =
    'baseURL = "http://localhost/"\ntitle = "Kirana"\ndisableKinds = ["taxonomy", "term", "RSS"]\n'
  writeFileSync(join(folder, 'config.toml'), settings)
  writeFileSync(join(folder, 'layouts/_default/single.html'), SINGLE)
  writeFileSync(
    join(folder, 'layouts/_default/list.html'),
    '{{ range first 20 .Pages }}{{ .Title }}{{ end }}',
  )
  for (let at = 0; at < products; at++) {
    const [sku = '', name = '', brand = '', category = ''] = productLine(at).split(',')
    const text = `${name} comes from small farms, cleaned and packed the same week. `.repeat(3)
    const head = { title: name, sku, brand, category, price: `${at % 90}.50`, unit: '1 kg' }
    writeFileSync(
      join(folder, `content/product/p-${at}.md`),
      `${JSON.stringify(head)}\n\n${text}\n`,
    )
  }
}

/** CPU seconds from the second line of `times`: user and system time of the shell's children. */
function cpuOf(times: string): number {
  const found = times.split('\n')[1]?.matchAll(/(\d+)m([\d.]+)s/g) ?? []
  return [...found].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

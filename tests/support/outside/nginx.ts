import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { ROOT } from '#lib/server/build/root.ts'
import { freePort } from '#tests/support/free-port.ts'

/** Where Debian's lies that nobody installed: taken out of its package, so that no service begins to run. */
const OWN = join(ROOT, 'node_modules/.cache/nginx')
const PLACES = ['/usr/sbin/nginx', join(OWN, 'usr/sbin/nginx')]

/** @throws if there is no nginx and none can be downloaded */
function findNginx(): string {
  const known = PLACES.find((path) => existsSync(path))
  if (known) return known
  mkdirSync(OWN, { recursive: true })
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { cwd: OWN, stdio: 'ignore' }).status === 0
  if (!run('apt-get', ['download', 'nginx'])) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['download', 'nginx'])
  }
  const file = readdirSync(OWN).find((name) => name.endsWith('.deb'))
  if (file) run('dpkg-deb', ['-x', file, '.'])
  const taken = PLACES.find((path) => existsSync(path))
  if (!taken) throw new Error('This test needs nginx: apt-get install nginx')
  return taken
}

const INCLUDE = 'include kirana-pages.conf;'

/** The types of Debian's mime.types, which is not there where nginx was taken out of its package. */
const TYPES =
  'types { text/html html; text/css css; application/javascript js; text/plain txt; text/xml xml; image/webp webp; }'

/**
 * nginx set up as in docs/deploy.md, with deploy/nginx.conf unchanged except for ports and
 * certificate, and with its block for www, in front of a shop on this machine; with `pages`, a folder of `export-site`, as there under
 * "Pages from a CDN".
 */
export async function openNginx(shopPort: number, { pages }: { pages?: string } = {}) {
  const nginx = findNginx()
  const dir = mkdtempSync(join(tmpdir(), 'kirana-nginx-'))
  const [http, https] = [await freePort(), await freePort()]
  // A self-signed key and certificate that the SMTP library happens to contain.
  const { key, cert } = new SMTPServer({ secure: true }).options
  writeFileSync(join(dir, 'key.pem'), String(key), { mode: 0o600 })
  writeFileSync(join(dir, 'cert.pem'), String(cert))
  const site = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    .replace(/^#(?! \S)/gm, '')
    .replace(/^\s*listen \[::].*$/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
    .replace(/ssl_certificate .*;/g, `ssl_certificate ${dir}/cert.pem;`)
    .replace(/ssl_certificate_key .*;/g, `ssl_certificate_key ${dir}/key.pem;`)
    .replace('127.0.0.1:4321', `127.0.0.1:${shopPort}`)
    .replace('location / {', (all) => (pages ? `${INCLUDE} location @shop {` : all))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `daemon off; pid ${dir}/pid; error_log ${dir}/error.log; worker_processes 1;
    events {} http { access_log ${dir}/access.log; ${TYPES}
    ${paths.map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')} ${site} }`
  writeFileSync(join(dir, 'nginx.conf'), config)
  const files = readFileSync(join(ROOT, 'deploy/nginx-pages.conf'), 'utf8')
  writeFileSync(join(dir, 'kirana-pages.conf'), files.replace('/srv/kirana/pages', pages ?? dir))
  const args = ['-e', join(dir, 'error.log'), '-p', dir, '-c', join(dir, 'nginx.conf')]
  const child = spawn(nginx, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const isThere = () =>
    fetch(`http://127.0.0.1:${http}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  while (child.exitCode === null && !(await isThere()));
  if (child.exitCode !== null) throw new Error(readFileSync(join(dir, 'error.log'), 'utf8'))
  return {
    ...{ http, https },
    accessLog: () => readFileSync(join(dir, 'access.log'), 'utf8'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

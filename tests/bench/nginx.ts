import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A server's answer for one path. */
export type Answer = { headers: NodeJS.Dict<string | string[]>; body: Buffer }

/**
 * Starts nginx, tuned for files, to answer the same bytes with the same headers and log each
 * request.
 * @returns once it answers
 */
export async function startNginx(
  nginx: string,
  folder: string,
  port: number,
  { headers, body }: Answer,
): Promise<ChildProcess> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'page'), body)
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, headers))
  const server = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  const url = `http://127.0.0.1:${port}/`
  while (!(await fetch(url).catch(() => undefined))) await pause(20)
  return server
}

function configuration(folder: string, port: number, headers: Answer['headers']): string {
  const added = Object.entries(headers)
    .filter(([name]) => !['content-length', 'content-type', 'etag', 'last-modified'].includes(name))
    .map(
      ([name, value]) => `add_header ${name} '${String(value).replaceAll("'", String.raw`\'`)}';`,
    )
  // Only the owner may read this folder, so nginx's worker must run as that user.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : ''
  return `
    ${user}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      access_log ${folder}/access.log combined buffer=64k flush=1s;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      sendfile on; tcp_nopush on; open_file_cache max=1000; keepalive_requests 1000000;
      server {
        listen 127.0.0.1:${port};
        location / { root ${folder}; default_type '${String(headers['content-type'])}'; try_files /page =404; ${added.join(' ')} }
      }
    }`
}

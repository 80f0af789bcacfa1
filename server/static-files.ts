import { existsSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, sep } from 'node:path'

/** In `Accept-Encoding`: brotli, and not with a weight of zero. */
const acceptsBrotli = /(^|[\s,])br\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.mjs': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
}

/**
 * Sends the file that the build compressed beside a static file, `x.js.br` for `x.js`, where the client accepts brotli:
 * the request becomes one for that file.
 * @param folders the folder of the files by the path before their URLs
 */
export function compressedFiles(folders: Record<string, string>) {
  const paths = new Set(
    Object.entries(folders).flatMap(([prefix, folder]) =>
      filesBelow(folder)
        .filter((file) => file.endsWith('.br'))
        .map((file) => prefix + file.slice(0, -'.br'.length).replaceAll(sep, '/')),
    ),
  )
  return (request: IncomingMessage, response: ServerResponse): void => {
    const [path = '', query] = (request.url ?? '').split('?')
    const type = types[extname(path)]
    if (!type || !paths.has(path) || !['GET', 'HEAD'].includes(request.method ?? '')) return
    response.setHeader('Vary', 'Accept-Encoding')
    if (!acceptsBrotli.test(String(request.headers['accept-encoding'])) || request.headers.range) return
    request.url = `${path}.br${query === undefined ? '' : `?${query}`}`
    response.setHeader('Content-Type', type)
    response.setHeader('Content-Encoding', 'br')
  }
}

/** Empty where the build has made no such folder. */
function filesBelow(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
}

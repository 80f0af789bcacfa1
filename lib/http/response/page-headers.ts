import type { IncomingMessage, ServerResponse } from 'node:http'
import { readEditorSession } from '#lib/processes/links/editor-session'
import { ENDED_FRAME, readFrameSession } from '#lib/signing/frame/frame-session'

/** The path of the requested page, so that the login can return to it. */
const PATH_HEADER = 'x-paraph-path'
/** Not pages: the API, the MCP server, and files that need no policy. */
const OTHER_PATHS = /^\/(api\/|mcp$|_next\/|texts\/[^/]+\.js$|pdfjs\/|icon|favicon\.ico)/
/** Most requests of the API: a path that nothing changes needs no parsing. */
const PLAIN_API_PATH = /^\/api\/[\w/-]*(\?|$)/
/** The parameter with which the router of Next asks for a page. */
const ROUTER_PARAMETER = /([?&])_rsc=[^&]*(&|$)/

/**
 * The Content-Security-Policy: only our own files, and scripts with the nonce of this response. pdf.js needs
 * WebAssembly and a worker. Inline styles are allowed because they position fields.
 */
function makePolicy(nonce: string, frameAncestors: string): string {
  const isDevelopment = process.env.NODE_ENV === 'development'
  const directives: Record<string, string> = {
    'default-src': "'self'",
    // React's development build uses eval to explain errors.
    'script-src': `'self' 'nonce-${nonce}' 'wasm-unsafe-eval'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': frameAncestors,
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/**
 * Who may show a page in a frame: of a frame's session its origins, also once it has ended, and anyone a page that says why
 * there is none.
 */
function listFrameAncestors(pathname: string): string {
  if (pathname === '/again') return '*'
  const editorToken = /^\/embed\/editor\/([^/]+)$/.exec(pathname)?.[1]
  if (editorToken) return readEditorSession(editorToken, null)?.origins.join(' ') || "'none'"
  const token = /^\/sign\/frame\/([^/]+)$/.exec(pathname)?.[1]
  if (!token) return pathname.startsWith('/sign/') ? "'self'" : "'none'"
  return token === ENDED_FRAME ? '*' : readFrameSession(token, null)?.origins.join(' ') || "'none'"
}

/**
 * Sets the headers of a page on the response, and on the request those that Next and the pages read: the policy with
 * the nonce, and the path. In `proxy.tsx` Next would make a request and a response more for each page.
 */
export function setPageHeaders(request: IncomingMessage, response: ServerResponse): void {
  if (PLAIN_API_PATH.test(request.url ?? '')) return
  // A request target may be absolute, and have `..` in its path.
  const target = URL.parse(request.url ?? '/', 'http://localhost')
  // One that cannot be parsed is refused.
  if (!target || OTHER_PATHS.test(target.pathname)) return
  const { pathname, search } = target
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = makePolicy(nonce, listFrameAncestors(pathname))
  request.headers['content-security-policy'] = policy
  request.headers[PATH_HEADER] =
    pathname + search.replace(ROUTER_PARAMETER, (_, before, after) => (after ? before : ''))
  response.setHeader('Content-Security-Policy', policy)
  // The URL of an emailed link is a secret and must not be sent to other sites as referrer.
  const hasSecretInPath = /^\/((sign|embed|invitation|recovery|confirm-address)\/|again$)/.test(pathname)
  response.setHeader('Referrer-Policy', hasSecretInPath ? 'no-referrer' : 'same-origin')
  // Frames of pages that isolate themselves (COEP) may load them, and all pages the script with `<paraph-sign>`.
  if (/^\/(embed(\.js$|\/)|sign\/frame\/|again$)/.test(pathname))
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()')
}

const urls = new WeakMap<Request, URL>()

/** The URL of a request, parsed once. */
export function getUrl(request: Request): URL {
  const parsed = urls.get(request)
  if (parsed) return parsed
  const url = new URL(request.url)
  urls.set(request, url)
  return url
}

/**
 * The target of a request as path and query: clients send a whole URL to what they take for a proxy, and a server has to
 * accept it (RFC 9112, 3.2.2). Other targets as they are.
 */
export function toOriginForm(target = ''): string {
  return target.replace(/^https?:\/\/[^/?#]+\/?/i, '/')
}

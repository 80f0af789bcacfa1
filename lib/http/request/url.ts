const urls = new WeakMap<Request, URL>()

/** The URL of a request, parsed once. */
export function getUrl(request: Request): URL {
  const parsed = urls.get(request)
  if (parsed) return parsed
  const url = new URL(request.url)
  urls.set(request, url)
  return url
}

/** The path with its parameters, and the query without members that are absent. */
export function buildUrl(template: string, path: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(path))
  const filledPath = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeSegment(name, values.get(name)),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value))
  }
  const text = search.toString()
  return text ? `${filledPath}?${text}` : filledPath
}

function encodeSegment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  // A URL with dots is another URL.
  if (['', '.', '..'].includes(text)) throw new TypeError(`The path parameter ${name} cannot be “${text}”.`)
  return encodeURIComponent(text)
}

/** The body to send, with its headers: a form if a member is a file, else JSON. */
export function encodeBody(
  body: object | undefined,
): { body: BodyInit; headers: Record<string, string> } | undefined {
  if (!body) return undefined
  // fetch sets the header of a form, which has its boundary.
  if (body instanceof FormData) return { body, headers: {} }
  const members = Object.entries(body)
  if (!members.some(([, value]) => value instanceof Blob))
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of members) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  }
  return { body: form, headers: {} }
}

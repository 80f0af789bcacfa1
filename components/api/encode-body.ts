/** The body of a request: JSON, or a form where a member is a file. */
export function encodeBody(body: object): string | FormData {
  const members = Object.entries(body)
  if (!members.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of members) form.set(name, value)
  return form
}

import { withoutSchema } from './query.ts'

/** Returned always, whatever was asked for (RFC 7643, 7). */
const ALWAYS = ['schemas', 'id', 'meta']

/**
 * A resource, or each resource of a list, with the attributes that `attributes` names, or without those that
 * `excludedAttributes` names (RFC 7644, 3.9). Sub-attributes count as their attribute.
 */
export function selectAttributes(body: object, query: URLSearchParams): object {
  const wanted = readNames(query.get('attributes'))
  const unwanted = readNames(query.get('excludedAttributes'))
  if (!wanted && !unwanted) return body
  const isKept = (name: string) =>
    ALWAYS.includes(name) || (wanted ? wanted.has(name.toLowerCase()) : !unwanted?.has(name.toLowerCase()))
  const select = (resource: object) =>
    Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)))
  return 'Resources' in body && Array.isArray(body.Resources)
    ? { ...body, Resources: body.Resources.map(select) }
    : select(body)
}

function readNames(text: string | null): Set<string> | null {
  if (!text) return null
  const names = text.split(',').map((name) => withoutSchema(name.trim()).toLowerCase())
  return new Set(names.map((name) => name.replace(/\..*$/, '')))
}

import { withoutSchema } from './query.ts'

/** Returned always, whatever was asked for (RFC 7643, 7). */
const ALWAYS = ['schemas', 'id', 'meta']

/**
 * A resource, or each resource of a list, with the attributes that `attributes` names, or without those that
 * `excludedAttributes` names (RFC 7644, 3.9). A wanted sub-attribute comes with its whole attribute.
 */
export function selectAttributes(body: object, query: URLSearchParams): object {
  const wanted = readNames(query.get('attributes'))?.map(toAttribute)
  const unwanted = readNames(query.get('excludedAttributes'))?.filter(
    (name) => !ALWAYS.includes(toAttribute(name)),
  )
  if (!wanted && !unwanted) return body
  const select = (resource: object) =>
    wanted
      ? pick(resource, (name) => ALWAYS.includes(name) || wanted.includes(name))
      : exclude(resource, unwanted ?? [])
  return 'Resources' in body && Array.isArray(body.Resources)
    ? { ...body, Resources: body.Resources.map(select) }
    : select(body)
}

/** A resource without the unwanted attributes, and without the unwanted sub-attributes of the others. */
function exclude(resource: object, unwanted: string[]): object {
  const kept = pick(resource, (name) => !unwanted.includes(name))
  const entries = Object.entries(kept).map(([name, value]) => {
    const isKept = (part: string) => !unwanted.includes(`${name.toLowerCase()}.${part}`)
    if (Array.isArray(value)) return [name, value.map((item) => (isObject(item) ? pick(item, isKept) : item))]
    return [name, isObject(value) ? pick(value, isKept) : value]
  })
  return Object.fromEntries(entries)
}

function pick(members: object, isKept: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isKept(name.toLowerCase())))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const toAttribute = (name: string) => name.replace(/\..*$/, '')

function readNames(text: string | null): string[] | undefined {
  return text ? text.split(',').map((name) => withoutSchema(name.trim()).toLowerCase()) : undefined
}

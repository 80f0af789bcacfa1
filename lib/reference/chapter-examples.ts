import { getFormFile } from './form-files.ts'
import type { OperationView } from './operation-view.ts'

/** An operation without its example requests, which are made from it. */
type Operation = Omit<OperationView, 'curl' | 'typescript'>

/** The request as a shell command. */
export function formatCurl({ method, path, access, scope, parameters, body, response }: Operation): string {
  const values = Object.fromEntries(requiredValues(parameters, 'path'))
  const urlPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  const query = requiredValues(parameters, 'query')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  const url = query ? `${urlPath}?${query}` : urlPath
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$PARAPH_URL${url}"`]
  // API keys cannot be used for operations without a scope.
  const credential = scope === null ? '$PARAPH_TOKEN' : '$PARAPH_KEY'
  if (access === 'bearer') parts.push(`-H "Authorization: Bearer ${credential}"`)
  if (body?.media === 'multipart/form-data') {
    for (const [name, value] of Object.entries(body.example as object)) {
      parts.push(`-F "${name}=${value === '<bytes>' ? `@${getFormFile(path).example}` : value}"`)
    }
  } else if (body?.media === 'text/plain') {
    parts.push('--data-binary @request.txt')
  } else if (body) {
    parts.push(`-H "Content-Type: application/json"`)
    parts.push(`-d '${JSON.stringify(body.example, null, 2).replaceAll("'", "'\\''")}'`)
  }
  const [mediaType] = response.media
  if (mediaType && !response.media.includes('application/json'))
    parts.push(`--fail -o response.${mediaType.split('/')[1]?.replace('octet-stream', 'bin')}`)
  return parts.join(' \\\n  ')
}

/**
 * The request in TypeScript, with the client that openapi-typescript and openapi-fetch generate from the OpenAPI
 * document.
 */
export function formatTypescript({ method, path, parameters, body, response }: Operation): string {
  const params = (['path', 'query'] as const).flatMap((location) => {
    const values = requiredValues(parameters, location).map(([name, value]) => `${name}: ${literal(value)}`)
    return values.length > 0 ? [`${location}: { ${values.join(', ')} }`] : []
  })
  const isForm = body?.media === 'multipart/form-data'
  const isFile = response.media.length > 0 && !response.media.includes('application/json')
  const options = [
    params.length > 0 && `params: { ${params.join(', ')} }`,
    isForm && `body: ${literal(body.example)}`,
    isForm && 'bodySerializer: () => form',
    body?.media === 'text/plain' && 'bodySerializer: (text) => text',
    body && !isForm && `body: ${literal(body.example)}`,
    isFile && "parseAs: 'blob'",
  ].filter((option) => option !== false && option !== null)
  const optionsText =
    options.length > 0 ? `, {\n${options.map((option) => `  ${option},`).join('\n')}\n}` : ''
  const formLines = [
    'const form = new FormData()',
    ...Object.entries(isForm ? (body.example as object) : {}).map(
      ([name, value]) => `form.set('${name}', ${value === '<bytes>' ? formatFile(path) : `'${value}'`})`,
    ),
    '',
  ]
  const call = `const { data, error } = await paraph.${method}('${path}'${optionsText})`
  return [...(isForm ? formLines : []), call].join('\n')
}

/** The two arguments that set a file in a form. */
function formatFile(path: string): string {
  const { example } = getFormFile(path)
  return `new Blob([await readFile('${example}')]), '${example}'`
}

/** The names and example values of the required parameters in the path or the query. */
function requiredValues(
  parameters: Operation['parameters'],
  location: 'path' | 'query',
): [string, unknown][] {
  return parameters
    .filter((parameter) => parameter.in === location && parameter.required)
    .map(({ name, example }) => [name, example])
}

/**
 * A value as a TypeScript literal: without quotes around member names, and with its lines indented by two spaces more.
 */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ')
}

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type HttpMethod = (typeof httpMethods)[number]

/** The header `Allow` of a path that declares these methods. */
export function formatAllow(declared: readonly HttpMethod[]): string {
  const accepted = declared.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...accepted, 'OPTIONS'].join(', ')
}

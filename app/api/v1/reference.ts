import { type OpenApi, openApi } from '#lib/reference/openapi'
import { allEndpoints } from './routes.ts'

let document: Promise<OpenApi> | undefined

/** The OpenAPI document of this installation, created once. */
export function reference(): Promise<OpenApi> {
  document ??= allEndpoints().then(openApi)
  return document
}

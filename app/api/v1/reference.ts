import { type OpenApi, openApi } from '#lib/reference/openapi'
import { allEndpoints } from './routes.ts'

let made: Promise<OpenApi> | undefined

/** The OpenAPI document of this installation, created once. */
export function reference(): Promise<OpenApi> {
  made ??= allEndpoints().then(openApi)
  return made
}

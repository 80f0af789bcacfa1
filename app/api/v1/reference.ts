import { type OpenApi, openApi } from '#lib/reference/openapi'
import { allEndpoints } from './routes.ts'

let loading: Promise<OpenApi> | undefined

/** The OpenAPI document of this installation, created on first use. */
export function reference(): Promise<OpenApi> {
  loading ??= allEndpoints().then(openApi)
  return loading
}

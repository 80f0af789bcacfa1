import { dispatcher } from '#lib/http/dispatch'
import { mcpEndpoint } from '#lib/http/mcp'
import { routes } from '../api/v1/routes.ts'

/** For `next start`; server/web.ts serves it itself. */
const handle = mcpEndpoint(dispatcher(routes))

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}

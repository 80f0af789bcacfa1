import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { flushReads } from '#lib/audit/reads'
import { isApi } from '#lib/http/api'
import { setPeerHeaders } from '#lib/http/request/address'
import { setSecurityHeaders } from '#lib/http/response/security-headers'
import { flushCalls } from '#lib/identity/account/calls'
import { scheduleStagingCleanup } from '#lib/storage/stage'
import { warmThreads } from '#lib/workers/pdf-pool'
import { databaseReady } from './child.ts'

/** What server/web.ts does before it listens, for `next start` alone. */
export async function prepareNextStart(): Promise<void> {
  // Before Next sees a request.
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    setPeerHeaders(request)
    setSecurityHeaders(response)
    // Next would compress API responses: two encodings of one strong ETag, and parts of a compressed file.
    if (isApi(request.url)) delete request.headers['accept-encoding']
  })
  await databaseReady()
  scheduleStagingCleanup()
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.once(signal, () => void Promise.all([flushCalls(), flushReads()]))
  warmThreads({ tenantId: 0 })
}

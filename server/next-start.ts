import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { newRequestId } from '#lib/core/ids'
import { enterRequest } from '#lib/core/request'
import { isApi, isMcp } from '#lib/http/api'
import { watchWorkers } from '#lib/jobs/heartbeat'
import { startReadingTrustedLists } from '#lib/keys/trusted-lists'
import { scheduleStagingCleanup } from '#lib/storage/stage'
import { warmThreads } from '#lib/workers/pdf-pool'
import { offerMetrics, onShutdown, waitForDatabase } from './child.ts'
import { beginRequest, endRequests } from './requests.ts'

/** The message of Node's channel for the start of requests. */
interface Started {
  server: Server
  request: IncomingMessage
  response: ServerResponse
}

/** What server/web.ts does before it listens, for `next start` alone. */
export async function prepareNextStart(): Promise<void> {
  let usedServer: Server | undefined
  // Before Next sees a request.
  subscribe('http.server.request.start', (message) => {
    const { server, request, response } = message as Started
    usedServer = server
    // That of Next ends the connection: see `openPages`.
    if (process.env.NODE_ENV === 'production') server.removeAllListeners('upgrade')
    const id = newRequestId()
    enterRequest(id, beginRequest(server, request, response, id))
    // Next would compress API responses: two encodings of one strong ETag, and parts of a compressed file.
    if (isApi(request.url) || isMcp(request.url)) delete request.headers['accept-encoding']
    else response.setHeader('X-Request-Id', id)
  })
  await waitForDatabase()
  scheduleStagingCleanup()
  watchWorkers()
  // Those of Next end the process before the last reads are written.
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal)
  onShutdown(async (milliseconds) => {
    if (usedServer) await endRequests(usedServer, milliseconds)
  })
  await offerMetrics()
  warmThreads({ tenantId: 0 })
  startReadingTrustedLists()
}

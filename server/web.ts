import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { env, keepsMailsLocally, mailNotice } from '#lib/core/env'
import { newRequestId } from '#lib/core/ids'
import { log } from '#lib/core/log'
import { requestId, runWithRequestId } from '#lib/core/request'
import { handleApiRequest, isApi, isMcp, isScim, sendResponse } from '#lib/http/api'
import { dispatcher } from '#lib/http/dispatch'
import { admit } from '#lib/http/load-shedding'
import { mcpEndpoint } from '#lib/http/mcp'
import { rejectExpectation, rejectMalformed, rejectUnparsed } from '#lib/http/request/reject-malformed'
import { answerScim } from '#lib/http/scim'
import { watchWorkers } from '#lib/jobs/heartbeat'
import { startReadingTrustedLists } from '#lib/keys/trusted-lists'
import { scheduleStagingCleanup } from '#lib/storage/stage'
import { warmThreads } from '#lib/workers/pdf-pool'
import { routes } from '../app/api/v1/routes.ts'
import {
  exitWith,
  offerMetrics,
  onShutdown,
  readConfiguration,
  reportReady,
  waitForDatabase,
} from './child.ts'
import { openPages } from './pages.ts'
import { listen, tryOut } from './port.ts'
import { beginRequest, endRequests } from './requests.ts'
import { compressedFiles } from './static-files.ts'

const KEEP_ALIVE_MILLISECONDS = 125_000

const { host, port } = readConfiguration()
const dev = process.env.NODE_ENV === 'development'
const dispatch = dev ? (await import('./reload.ts')).reloadingDispatcher() : dispatcher(routes)
const dispatchMcp = mcpEndpoint(dispatch)
const app = openPages({ dev, host, port })
await app.prepare()
const handlePage = app.getRequestHandler()
// In development there are none, but those of an earlier build may be left.
const builtFolders = { '/_next/static/': `${process.env.NEXT_DIST_DIR ?? '.next'}/static`, '/': 'public' }
const chooseCompressedFile = compressedFiles(dev ? {} : builtFolders)

// `rejectMalformed` says that `Host` is missing.
const server = createServer({ requireHostHeader: false }, (request, response) => {
  const id = newRequestId()
  const details = beginRequest(server, request, response, id)
  const { description } = details
  const handle = () => admit(request, response, { id, description }, () => respond(request, response))
  void runWithRequestId(id, handle, details)
})
// Longer than the idle timeout of proxies (Caddy: two minutes), so that they do not use a connection that is being closed.
server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS
server.on('clientError', rejectUnparsed)
server.on('checkExpectation', rejectExpectation)

onShutdown(async (milliseconds, isReplaced) => {
  await endRequests(server, milliseconds, isReplaced)
  await app.close()
})
await waitForDatabase()
scheduleStagingCleanup()
watchWorkers()
try {
  // The version that runs goes on unless this one answers.
  if (process.env.PARAPH_TRY_OUT) await tryOut(server, ['/api/v1/health/ready', '/login'])
  await listen(server, port, host)
} catch (error) {
  await exitWith((error as Error).message)
}
await offerMetrics()
reportReady(`listens on ${host}:${port}`)
if (env().smtpUrl === null && !keepsMailsLocally(env())) log().warn(mailNotice(env()))
warmThreads({ tenantId: 0 })
startReadingTrustedLists()

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = await rejectMalformed(request)
  // A link that lost characters on its way: its page says so.
  const isPage =
    refusal?.status === 404 && !isApi(request.url) && request.headers.accept?.includes('text/html')
  if (isPage) request.url = '/not-found'
  if (refusal && !isPage) await sendResponse(response, refusal)
  else if (isApi(request.url)) await handleApiRequest(request, response, dispatch)
  else if (isMcp(request.url)) await handleApiRequest(request, response, dispatchMcp)
  else if (isScim(request.url)) await handleApiRequest(request, response, answerScim)
  else {
    response.setHeader('X-Request-Id', requestId())
    chooseCompressedFile(request, response)
    await handlePage(request, response)
  }
}

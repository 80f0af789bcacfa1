/** Runs Next without our web process, on the database and files in DATA_DIR. Sends its port to the parent process. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import next from 'next'
import { embeddedUrl } from '#db/embedded/embedded'
import { loadInstallationKey } from '#db/installation-key'
import { env } from '#lib/core/env'
import { setPeerHeaders } from '#lib/http/request/address'
import { setSecurityHeaders } from '#lib/http/response/security-headers'

process.env.DATABASE_URL = embeddedUrl(process.env.DATA_DIR!)
await loadInstallationKey()
const app = next({ dev: false, hostname: env().host, port: 0 })
await app.prepare()
const handle = app.getRequestHandler()
const server = createServer((request, response) => {
  // The headers that the web process adds to every request.
  setPeerHeaders(request)
  setSecurityHeaders(response)
  void handle(request, response)
})
server.listen(0, env().host, () => process.send!((server.address() as AddressInfo).port))
